import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { NO_PATH, PathTree } from "./path-tree.ts";

const HTML = `<body class="sport"><div class="story wide" id="s1"><p>One <b>two</b></p></div><div id="box-17"><p class="a/b">Three</p></div>`;

function writtenPaths(tree: PathTree, html: string): string[] {
  const page = new Page(parseHtml(html));
  const paths = tree.addPage(page.document);
  return Array.from(page.leaves.node, (node) => tree.write(paths[node]!));
}

describe("the paths of a page", () => {
  test("are made of names with the first class, else the id, numbers folded", () => {
    expect(writtenPaths(new PathTree("classes"), HTML)).toEqual([
      "html/body/div.story/p",
      "html/body/div.story/p/b",
      "html/body/div#box-0/p.a_b",
    ]);
  });

  test("are made of names alone, as the paper has them", () => {
    expect(writtenPaths(new PathTree("names"), HTML)).toEqual([
      "html/body/div/p",
      "html/body/div/p/b",
      "html/body/div/p",
    ]);
  });

  test("have the same number on every page and as they are written", () => {
    const tree = new PathTree("classes");
    const number = tree.add("html/body/div.story/p");
    writtenPaths(tree, HTML);
    expect(tree.add("html/body/div.story/p")).toBe(number);
    expect(tree.write(tree.parentOf(number))).toBe("html/body/div.story");
  });

  test("are found as far as a tree has them", () => {
    const tree = new PathTree("classes");
    const story = tree.add("html/body/div.story/p");
    const { document, leaves } = new Page(parseHtml(HTML));
    const { whole, known } = tree.findPage(document);
    expect(Array.from(leaves.node, (node) => whole[node])).toEqual([story, NO_PATH, NO_PATH]);
    const body = tree.add("html/body");
    expect(Array.from(leaves.node, (node) => known[node])).toEqual([story, story, body]);
  });

  test("have no names without end", () => {
    const [path] = writtenPaths(
      new PathTree("classes"),
      `<x-${"a".repeat(900)} class="${"b".repeat(900)}">x`,
    );
    expect(path).toMatch(/^html\/body\/x-a{38}\.b{40}$/);
  });

  test("end where a page nests deeper than any template", () => {
    const tree = new PathTree("names");
    const { document, leaves } = new Page(parseHtml(`${"<div>".repeat(3000)}Deep`));
    expect(tree.addPage(document)[leaves.node[0]!]).toBe(NO_PATH);
    expect(tree.size).toBeLessThan(200);
  });
});
