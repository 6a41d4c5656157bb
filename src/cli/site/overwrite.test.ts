import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCommand as itemsCommand } from "./items.ts";
import { makeCommand as siteCommand } from "./site.ts";
import { makeCommand as taxonomyCommand } from "./taxonomy.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-overwrite-"));
  mkdirSync(join(folder, "pages"));
  writeFileSync(join(folder, "pages/index.html"), "<h2><a href=/town/>Town</a></h2><p>The ferry is back.");
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["galley site", siteCommand, "pages", "t.ttl", ""],
  ["galley site --articles", siteCommand, "pages", "a.jsonl", "--articles"],
  ["galley site of one page", siteCommand, "pages/index.html", "p.html", ""],
  ["galley taxonomy", taxonomyCommand, "pages", "t.json", ""],
  ["galley items", itemsCommand, "pages", "i.jsonl", ""],
] as const)("%s replaces a file only with --overwrite", async (_, makeCommand, input, name, option) => {
  const file = join(folder, name);
  const run = (...more: readonly string[]) => {
    const args = [join(folder, input), "-o", file, "-q", option, ...more].filter(Boolean);
    return makeCommand().parseAsync(args, { from: "user" });
  };
  writeFileSync(file, "kept");
  await expect(run()).rejects.toMatchObject({ code: "OUTPUT_EXISTS" });
  expect(readFileSync(file, "utf8")).toBe("kept");
  await run("--overwrite");
  expect(readFileSync(file, "utf8")).not.toBe("kept");
});

test("galley items keeps what a stopped run has written", async () => {
  const file = join(folder, "stopped.jsonl");
  writeFileSync(`${file}.partial`, '{"id":"index.html"}\n');
  const run = (...more: readonly string[]) =>
    itemsCommand()
      .exitOverride()
      .parseAsync([join(folder, "pages"), "-o", file, "-q", ...more], { from: "user" });
  await expect(run()).rejects.toMatchObject({ code: "OUTPUT_EXISTS" });
  await expect(run("--resume", "--overwrite")).rejects.toMatchObject({
    code: "commander.conflictingOption",
  });
  await run("--resume");
  expect(readFileSync(file, "utf8")).toBe('{"id":"index.html"}\n');
});
