import { describe, expect, test } from "vitest";
import { generalise } from "./pattern.ts";
import { treeOf, writeTree } from "./tree.testing.ts";

const NAMES = ["body", "nav", "main", "p", "home", "x", "y", "z", "foot", "ad"];

describe("a pattern of two trees", () => {
  test.each([
    ["keeps what is equal", "body(nav(home) p(x))", "body(nav(home) p(x))", "body(nav(home) p(x))"],
    [
      "has a wildcard for what differs",
      "body(nav(home) p(x))",
      "body(nav(home) p(y))",
      "body(nav(home) p(.))",
    ],
    ["has an optional one for what only one has", "body(nav foot)", "body(nav ad foot)", "body(nav ? foot)"],
    [
      "has one for a whole subtree that another replaces",
      "body(main(x y) foot)",
      "body(ad(z) foot)",
      "body(. foot)",
    ],
    ["has a star for several that only one has", "body(p(x))", "body(p(x) p(y) p(z))", "body(p(x) *)"],
    ["joins wildcards side by side", "body(x foot)", "body(y z foot)", "body(+ foot)"],
    ["makes a wildcard optional that stands for nothing", "body(. foot)", "body(foot)", "body(? foot)"],
    ["makes a plus a star that stands for nothing", "body(+ foot)", "body(foot)", "body(* foot)"],
    [
      "keeps wildcards in what it copies",
      "body(nav(? home) p(.))",
      "body(nav(home) p(x))",
      "body(nav(? home) p(.))",
    ],
    [
      "stays as it was where a tree shares nothing",
      "body(nav(home) p(x))",
      "main(p(x))",
      "body(nav(home) p(x))",
    ],
  ])("%s", (_, pattern, page, expected) => {
    expect(writeTree(generalise(treeOf(pattern), treeOf(page)), NAMES)).toBe(expected);
  });
});
