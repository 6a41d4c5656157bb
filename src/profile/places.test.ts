import { describe, expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { type AnsweredPage, collectOutside, hashPlaces, NO_PATH, outsideShare, PathTree } from "./places.ts";
import { hashName } from "./repeated-blocks.ts";

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

const PAGE = pageOf(
  '<div class="story"><p>The ferry is back.</p></div><div class="notes"><p>Share it</p></div>',
);

function pageOf(html: string): Page {
  return new Page(parseHtml(`<body>${html}</body>`));
}

/** The place of every leaf. */
function placesOf(page: Page): string[] {
  return Array.from(hashPlaces(page), hashName);
}

describe("the place of a leaf", () => {
  test("is the same whatever is there, and whatever numbers its names have", () => {
    const other = pageOf(
      '<div class="story"><p>Nobody sailed.</p></div><div class="notes"><p>Print</p></div>',
    );
    expect(placesOf(other)).toEqual(placesOf(PAGE));
    const [first, second] = placesOf(pageOf('<p id="part1">One</p><p id="part22">Two</p>'));
    expect(second).toBe(first);
  });

  test("is another where any element around it has another name or class", () => {
    const [story, notes] = placesOf(PAGE);
    expect(notes).not.toBe(story);
    expect(placesOf(pageOf('<div class="story"><h2>The ferry</h2></div>'))).not.toContain(story);
  });
});

describe("the share of a place that is not article text", () => {
  const [, notes] = placesOf(PAGE);

  test("is that of the leaf's place, 0 where the profile lacks it", () => {
    expect([...outsideShare(PAGE, { outside: { [notes!]: 50 } })]).toEqual([0, 0.5]);
  });

  test("is 1 at most, and 0 by a profile without places", () => {
    expect([...outsideShare(PAGE, { outside: { [notes!]: 900 } })]).toEqual([0, 1]);
    expect([...outsideShare(PAGE, {})]).toEqual([0, 0]);
  });
});

describe("the places of a site", () => {
  /** A page of which the texts with these numbers are kept. */
  function answered(html: string, ...kept: readonly number[]): AnsweredPage {
    const page = pageOf(html);
    const scores = new Float32Array(page.leaves.count);
    for (const leaf of kept) scores[leaf] = 1;
    return { page, answer: { scores, reasons: new Uint8Array(page.leaves.count) } };
  }

  const one = answered("<p>The ferry is back</p><i>Share it</i>", 0);
  const [story = "", share = ""] = placesOf(one.page);

  test("that hold nothing but articles are not named, the others with the share that is not article text", () => {
    expect(collectOutside([one])).toEqual({ [share]: 100 });
    expect(collectOutside([])).toEqual({});
  });

  test("count every page the same, however much it has there, and only pages that have text there", () => {
    const long = answered("<p>Nobody sailed</p><p>It rained all day long and nobody came</p>");
    expect(collectOutside([one, long, answered("<b>Alone</b>", 0)])[story]).toBe(50);
  });

  test("are weighed by words within a page", () => {
    expect(collectOutside([answered("<p>one two three</p><p>four</p>", 0)])).toEqual({ [story]: 25 });
  });

  test("are named up to a bound, those of most pages first", () => {
    const nested = answered("<div>Share it".repeat(10_001));
    const found = collectOutside([nested, one, one]);
    expect(Object.keys(found)).toHaveLength(10_000);
    expect(found[share]).toBe(100);
  });

  test("ignore hidden text", () => {
    const seen = "The ferry is back. ".repeat(20);
    expect(collectOutside([answered(`<p>${seen}</p><p hidden>Not seen</p>`, 0)])).toEqual({});
  });
});
