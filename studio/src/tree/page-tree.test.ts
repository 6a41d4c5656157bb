import { describe, expect, test } from "vitest";
import type { TreeRow } from "../../../src/server/studio/contract.ts";
import { PageTree } from "./page-tree.ts";

const ROWS: readonly TreeRow[] = [
  [1, 0, "body", ""],
  [2, 1, "header", ""],
  [3, 2, "", "Menu"],
  [4, 1, "main", ""],
  [5, 2, "div", ""],
  [6, 3, "p", ""],
  [7, 4, "", "First paragraph of the story."],
  [8, 3, "p", ""],
  [9, 4, "", "Second."],
  [10, 1, "footer", ""],
];
const tree = new PageTree(ROWS);

describe("the tree of a page", () => {
  test("walks to parent, child and siblings", () => {
    expect(tree.step(5, "parent")).toBe(4);
    expect(tree.step(5, "child")).toBe(6);
    expect(tree.step(6, "next")).toBe(8);
    expect(tree.step(8, "previous")).toBe(6);
    expect(tree.step(7, "child")).toBeNull();
    expect(tree.step(1, "parent")).toBeNull();
  });

  test("goes on past the last sibling, and back to the parent before the first, so that all can be reached", () => {
    expect(tree.step(8, "next")).toBe(10);
    expect(tree.step(6, "previous")).toBe(5);
    expect(tree.step(10, "next")).toBeNull();
  });

  test("widens to more text, past nodes that have none of their own, and narrows to the largest part", () => {
    expect(tree.widen(7)).toBe(5);
    expect(tree.widen(5)).toBe(1);
    expect(tree.widen(1)).toBeNull();
    expect(tree.narrow(4)).toBe(6);
    expect(tree.narrow(7)).toBeNull();
  });

  test("knows what is inside of what", () => {
    expect(tree.holds(4, 9)).toBe(true);
    expect(tree.holds(4, 4)).toBe(false);
    expect(tree.holds(2, 9)).toBe(false);
    expect(tree.holds(4, 99)).toBe(false);
    expect(tree.pathTo(7)).toEqual([1, 4, 5, 6]);
    expect(tree.elementOf(7)).toBe(6);
  });

  test("gives the text of a node without what is cut", () => {
    expect(tree.leavesOf(4).map((leaf) => tree.textOf(leaf))).toEqual([
      "First paragraph of the story.",
      "Second.",
    ]);
    expect(tree.leavesOf(4, (node) => node === 6)).toEqual([9]);
  });
});
