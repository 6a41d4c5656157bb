import { describe, expect, test } from "vitest";
import type { TreeRow } from "../../../src/server/studio/contract.ts";
import { PageTree } from "../tree/page-tree.ts";
import { differingRoles, paragraphsOf, sameLabels, withLabel } from "./labels.ts";

const ROWS: readonly TreeRow[] = [
  [1, 0, "body", ""],
  [2, 1, "h1", ""],
  [3, 2, "", "Title"],
  [4, 1, "div", ""],
  [5, 2, "p", ""],
  [6, 3, "", "One."],
  [7, 2, "aside", ""],
  [8, 3, "", "Subscribe"],
  [9, 1, "figcaption", ""],
];
const tree = new PageTree(ROWS);

describe("a label", () => {
  test("takes the place of the one before, for what a page has once", () => {
    expect(withLabel([{ node: 7, role: "body" }], tree, { node: 4, role: "body" })).toEqual([
      { node: 4, role: "body" },
    ]);
  });

  test("is put beside others on request, and for what a page has often", () => {
    expect(withLabel([{ node: 2, role: "body" }], tree, { node: 4, role: "body" }, "add")).toHaveLength(2);
    expect(withLabel([{ node: 9, role: "caption" }], tree, { node: 5, role: "caption" })).toHaveLength(2);
  });

  test("goes away when it is given twice", () => {
    expect(withLabel([{ node: 2, role: "headline" }], tree, { node: 2, role: "headline" })).toEqual([]);
  });

  test("replaces another role of the same node, and the same role inside of it", () => {
    expect(withLabel([{ node: 2, role: "headline" }], tree, { node: 2, role: "body" })).toEqual([
      { node: 2, role: "body" },
    ]);
    const inside = [{ node: 7, role: "boilerplate" }] as const;
    expect(withLabel(inside, tree, { node: 4, role: "boilerplate" })).toEqual([
      { node: 4, role: "boilerplate" },
    ]);
  });

  test("inside of another is cut out of its text", () => {
    const labels = [
      { node: 4, role: "body" },
      { node: 7, role: "boilerplate" },
    ] as const;
    expect(paragraphsOf(tree, labels, "body")).toEqual(["One."]);
    expect(paragraphsOf(tree, labels, "boilerplate")).toEqual(["Subscribe"]);
  });
});

test("labels are the same in any order, and differ by role", () => {
  const a = [
    { node: 2, role: "headline" },
    { node: 4, role: "body" },
  ] as const;
  expect(sameLabels(a, [...a].reverse())).toBe(true);
  expect(sameLabels(a, a.slice(1))).toBe(false);
  expect(differingRoles(a, [a[0], { node: 5, role: "body" }])).toEqual(["body"]);
});
