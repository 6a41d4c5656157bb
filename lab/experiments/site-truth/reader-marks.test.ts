import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMarks } from "./reader-marks.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-marks-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(...lines: readonly string[]) {
  const file = join(folder, "site.tsv");
  writeFileSync(file, lines.map((line) => `${line.replaceAll(" ", "\t")}\n`).join(""));
  return readMarks(file, 10);
}

test("a reader's lines are read with their parents and concepts", () => {
  expect([...read("0 - sport", "3 0 football")]).toEqual([
    [0, { parent: -1, concept: "sport" }],
    [3, { parent: 0, concept: "football" }],
  ]);
});

test.each([
  ["no line of three cells", ["0 -"], 'is not "number  parent  concept"'],
  ["a number beyond the dump", ["10 - sport"], 'is not "number  parent  concept"'],
  ["a parent without a line", ["3 0 football"], "the parent of 3 has no line"],
  ["a line above itself", ["2 2 sport"], "line 2 is above itself (2 < 2)"],
  [
    "a cycle of parents",
    ["0 - news", "5 1 tennis", "1 2 sport", "2 1 football"],
    "line 1 is above itself (1 < 2 < 1)",
  ],
])("%s is refused", (_, lines, problem) => {
  expect(() => read(...lines)).toThrow(problem);
});
