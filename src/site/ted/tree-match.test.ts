import { describe, expect, test } from "vitest";
import { LabelTreeBuilder } from "./label-tree.ts";
import { treeOf, writeTree } from "./tree.testing.ts";
import { generalise, TreeMatch } from "./tree-match.ts";

describe("the distance between trees", () => {
  test.each([
    ["nothing for equal trees", "a(b(x) c)", "a(b(x) c)", 0],
    ["one for a leaf that another replaces", "a(b(x) c)", "a(b(y) c)", 1],
    ["one for a leaf that is new", "a(b)", "a(b c)", 1],
    ["one for a leaf that is missing", "a(b c)", "a(c)", 1],
    ["all nodes of a subtree that is missing", "a(b(x y) c)", "a(c)", 3],
    ["the larger subtree where one replaces the other", "a(b(x y) c)", "a(d(z) c)", 3],
    ["all of the larger tree where the roots differ", "a(b c)", "d(b c)", 3],
    ["what differs below nodes that stay", "a(b(x y z) c(v))", "a(b(x z) c(w))", 2],
    ["children in their order only", "a(b(x) c(y))", "a(c(y) b(x))", 4],
    ["nodes at their level only", "a(b(c))", "a(c)", 2],
  ])("is %s", (_, one, other, distance) => {
    expect(new TreeMatch(treeOf(one), treeOf(other)).cost).toBe(distance);
    expect(new TreeMatch(treeOf(other), treeOf(one)).cost).toBe(distance);
  });

  test.each([
    ["a single wildcard takes one subtree, however large", "a(. c)", "a(b(x y z) c)", 0],
    ["a single wildcard needs one", "a(. c)", "a(c)", 1],
    ["an optional wildcard needs none", "a(? c)", "a(c)", 0],
    ["an optional wildcard takes no second one", "a(? c)", "a(b d c)", 1],
    ["a plus takes many", "a(+ c)", "a(b b b c)", 0],
    ["a plus needs one", "a(+ c)", "a(c)", 1],
    ["a star takes any number", "a(* c *)", "a(b d c)", 0],
    ["a wildcard leaves fixed nodes to their pairs", "a(b(.) *)", "a(b(x) b(y) c)", 0],
  ])("%s", (_, pattern, page, distance) => {
    expect(new TreeMatch(treeOf(pattern), treeOf(page)).cost).toBe(distance);
  });
});

describe("the cost of comparing", () => {
  test("does not depend on how deep trees are nested", () => {
    const chain = (depth: number, leaf: number) => {
      const builder = new LabelTreeBuilder();
      for (let level = 0; level < depth; level++) builder.open(1);
      builder.open(leaf);
      for (let level = 0; level <= depth; level++) builder.close();
      return builder.take();
    };
    expect(new TreeMatch(chain(20_000, 2), chain(20_000, 3)).cost).toBe(1);
  });

  test("has an end for wide trees that share nothing: one row of children replaces the other", () => {
    const wide = (first: number) => {
      const builder = new LabelTreeBuilder();
      builder.open(1);
      for (let child = 0; child < 5000; child++) {
        builder.open(first + child);
        builder.close();
      }
      builder.close();
      return builder.take();
    };
    expect(new TreeMatch(wide(10), wide(10_000)).cost).toBe(5001);
    expect(new TreeMatch(wide(10), wide(10)).cost).toBe(0);
  });

  test("is bounded for trees of many similar lists, whose distance is then an estimate", () => {
    const lists = (seed: number) => {
      const builder = new LabelTreeBuilder();
      builder.open(1);
      for (let list = 0; list < 30; list++) {
        builder.open(2);
        for (let item = 0; item < 60; item++) {
          builder.open(3);
          builder.open(seed + list * 60 + item);
          builder.close();
          builder.close();
        }
        builder.close();
      }
      builder.close();
      return builder.take();
    };
    const { cost } = new TreeMatch(lists(100), lists(1_000_000));
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(1 + 30 * 121);
  });
});

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
