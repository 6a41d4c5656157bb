import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAILURES } from "./failures.data.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = globSync(["src/**/*.ts", "scripts/*.ts"], { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts"),
);
/** The first character of a message that is written where it is thrown. */
const MESSAGE = /new NewsError\(\s*(?:"[A-Z_]+"|\w+(?:\.\w+)?),\s*["'`](?<first>.)/g;

test("every message and every help begins with an upper-case letter, never with a name that the user gave", () => {
  const found = SOURCES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(MESSAGE)].map(({ 0: call, groups }) => ({
      place: `${file}: ${call}`,
      first: groups?.first ?? "",
    })),
  );
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ first }) => !/[A-Z]/.test(first))).toEqual([]);
  expect(Object.values(FAILURES).filter(({ help }) => !/^[A-Z].*\.$/.test(help))).toEqual([]);
});

test("a help is what to do, so it stays short", () => {
  expect(Object.entries(FAILURES).filter(([, { help }]) => help.length > 90)).toEqual([]);
});
