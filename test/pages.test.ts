import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PAGE_FILES, PAGES, pageNames, readActual, readExpected } from "./pages.ts";

describe("a page that once went wrong is read right", () => {
  test.each(pageNames())("%s", (name) => {
    const missing = PAGE_FILES.filter((file) => !existsSync(join(PAGES, name, file)));
    expect(missing, `files that test/pages/${name} lacks`).toEqual([]);
    const expected = readExpected(name);
    expect(Object.keys(expected)).not.toEqual([]);
    expect(readActual(name, expected)).toEqual(expected);
  });
});

test("each page has its trouble written down in a few sentences", () => {
  const notes = pageNames().map((name) => readFileSync(join(PAGES, name, "note.md"), "utf8"));
  expect(notes.filter((note) => note.trim().length < 80 || note.length > 800)).toEqual([]);
});
