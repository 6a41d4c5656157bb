import { expect, test } from "vitest";
import { alignRows } from "./table-lines.ts";

const COLUMNS = ["name", { heading: "F1", align: "right" }, { heading: "pages", align: "right" }] as const;

test("columns are as wide as their widest cell", () => {
  expect(
    alignRows(COLUMNS, [
      ["econ", ".9", "12"],
      ["everything", ".75", "3"],
    ]),
  ).toEqual(["name         F1  pages", "econ         .9     12", "everything  .75      3"]);
});

test("columns that do not fit follow below with the first one", () => {
  expect(alignRows(COLUMNS, [["econ", ".9", "12"]], 9)).toEqual([
    "name  F1",
    "econ  .9",
    "",
    "name  pages",
    "econ     12",
  ]);
});
