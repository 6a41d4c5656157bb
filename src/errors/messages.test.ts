import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAILURES } from "./failures.data.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = globSync(["src/**/*.ts", "scripts/*.ts"], { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts"),
);
/** A message that is written where it is thrown. */
const MESSAGE = /new NewsError\(\s*(?:"[A-Z_]+"|\w+(?:\.\w+)?),\s*(?:"([^"]+)"|'([^']+)'|`([^`]+)`)/g;

test("every message and every help is a sentence, and never begins with a name that the user gave", () => {
  const found = SOURCES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(MESSAGE)].map(([, ...texts]) => ({
      file,
      text: texts.find((text) => text !== undefined) ?? "",
    })),
  );
  expect(found.length).toBeGreaterThan(40);
  // At the end a message may have another one, whole or in part.
  expect(found.filter(({ text }) => !/^[A-Z][\s\S]*(?:[.?}]|\$\{[^}]*)$/.test(text))).toEqual([]);
  expect(Object.values(FAILURES).filter(({ help }) => !/^[A-Z].*\.$/.test(help))).toEqual([]);
});

test("a help is what to do, so it stays short", () => {
  expect(Object.entries(FAILURES).filter(([, { help }]) => help.length > 90)).toEqual([]);
});
