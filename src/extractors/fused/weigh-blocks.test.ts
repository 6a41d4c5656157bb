import { describe, expect, test } from "vitest";
import { type Document, parseHtml } from "../../html/index.ts";
import { KEEP_SCORE, Page } from "../../page/index.ts";
import { EXTRACTORS } from "../index.ts";
import { isSure, MOST_BLOCKS, revealPage } from "./weigh-blocks.ts";

const SENTENCES = [
  "The last ferry left the quay at dawn, and nobody was there to see it go, the harbour master said.",
  "It came back late that night, with all its lamps lit and the band still playing on the upper deck.",
  "On Sunday it will leave again, if the wind allows, and this time the whole town means to be there.",
];
const STORY = `<h1>Ferry leaves</h1>${SENTENCES.map((text) => `<p>${text}</p>`).join("")}`;
const CELLS = cells(MOST_BLOCKS);

function cells(count: number): string {
  const cell = (_: unknown, at: number) => `${at % 8 === 0 ? "<tr>" : ""}<td><a href=/${at}>${at}</a>`;
  return `<script>f()</script><table>${Array.from({ length: count }, cell).join("")}</table>`;
}

function pageOf(html: string): Page {
  return new Page(parseHtml(`<title>Ferry leaves</title>${html}`));
}

function blockTexts({ document, leaves, blocks }: Page): string[] {
  return Array.from({ length: blocks.count }, (_, block) => {
    const nodes = leaves.node.subarray(blocks.firstLeaf[block], blocks.firstLeaf[block + 1]);
    return Array.from(nodes, (node) =>
      document.text.slice(document.textStart[node], document.textEnd[node]),
    ).join("");
  });
}

describe("a page is weighed", () => {
  test("block by block where it has as many as pages have", () => {
    const page = pageOf(STORY + cells(100));
    expect(revealPage(page)).toEqual({ weighed: page });
  });

  test("block by block where it is a book, all of sentences", () => {
    const page = pageOf(`<p>${SENTENCES[0]}`.repeat(MOST_BLOCKS + 1));
    expect(revealPage(page).standIn).toBeUndefined();
  });

  test("by all its sentences and some of its short blocks where it is dense, each for its neighbours", () => {
    const page = pageOf(STORY + CELLS + STORY);
    const { weighed, standIn } = revealPage(page);
    expect(weighed.blocks.count).toBeLessThan(page.blocks.count / 4);
    expect(weighed.document.size).toBeLessThan(page.document.size / 4);
    const all = blockTexts(page);
    const kept = blockTexts(weighed);
    for (const [block, text] of all.entries()) {
      const own = kept[standIn![block]!]!;
      if (text.length > 80) expect(own).toBe(text);
      else if (/^\d+$/.test(text) && /^\d+$/.test(own)) expect(Number(text) - Number(own)).toBeLessThan(8);
    }
  });

  test("with the elements right around its blocks, however deep they are", () => {
    const { weighed: page } = revealPage(
      pageOf(Array.from({ length: MOST_BLOCKS + 1 }, (_, at) => `<div>${at}`).join("")),
    );
    const { document, leaves, blocks } = page;
    expect(document.size).toBeLessThan(3 * blocks.count);
    for (const [block, text] of blockTexts(page).entries()) {
      expect(text).toMatch(/^\d+$/);
      expect(document.parent[leaves.node[block]!]).toBe(blocks.container[block]);
    }
  });

  test("with the elements and links around its blocks as they were", () => {
    const { weighed: page } = revealPage(pageOf(STORY + CELLS));
    const { document, leaves, blocks } = page;
    const whole = pageOf("<table><tr><td><a href=/1>1</a></table>");
    const last = blocks.count - 1;
    expect(tagsAbove(document, blocks.container[last]!)).toEqual(
      tagsAbove(whole.document, whole.blocks.container[0]!),
    );
    const anchor = leaves.anchor[leaves.count - 1]!;
    expect(document.attributes.valueAt(document.attributeStart[anchor]!)).toBe(`/${blockTexts(page)[last]}`);
  });
});

function tagsAbove(document: Document, node: number): number[] {
  return node < 0 ? [] : [document.tag[node]!, ...tagsAbove(document, document.parent[node]!)];
}

describe("the answer to a dense page", () => {
  const page = pageOf(STORY + CELLS);
  const extraction = EXTRACTORS.fused.extract(page, {});

  test("has the story, a reason for every leaf, and says how it was judged", () => {
    const kept = blockTexts(page).filter(
      (_, block) => extraction.scores[page.blocks.firstLeaf[block]!]! >= KEEP_SCORE,
    );
    expect(kept).toEqual(expect.arrayContaining(SENTENCES));
    expect(extraction.scores).toHaveLength(page.leaves.count);
    expect(extraction.reasons.every((reason) => reason > 0)).toBe(true);
    expect(extraction.warnings).toContain("DENSE_PAGE");
  });

  test("is explained by the blocks that were weighed", () => {
    const contributions = EXTRACTORS.fused.explain?.(page, {}, extraction);
    for (const leaf of [1, 2, 3, 4000, page.leaves.count - 1]) {
      const logOdds = contributions?.(leaf).reduce((sum, { weight }) => sum + weight, 0);
      const score = extraction.scores[leaf]!;
      expect(logOdds).toBeCloseTo(Math.log(score / (1 - score)), 2);
    }
  });
});

function blocks(...weighed: readonly (readonly [words: number, chance: number])[]) {
  return {
    count: weighed.length,
    words: Float32Array.from(weighed, ([words]) => words),
    chances: Float32Array.from(weighed, ([, chance]) => chance),
  };
}

describe("trees", () => {
  test("are sure of a page where they expect nearly all of their answer to be right, and miss little", () => {
    expect(isSure(blocks([80, 0.99], [60, 0.98], [10, 0.02]))).toBe(true);
    expect(isSure(blocks([80, 0.93], [60, 0.85], [10, 0.02]))).toBe(true);
    expect(isSure(blocks([80, 0.85], [60, 0.7], [10, 0.02]))).toBe(false);
    expect(isSure(blocks([80, 0.99], [60, 0.98], [100, 0.45]))).toBe(false);
  });

  test("are not sure of a page that they keep nothing of", () => {
    expect(isSure(blocks([80, 0.1]))).toBe(false);
    expect(isSure(blocks())).toBe(false);
  });
});
