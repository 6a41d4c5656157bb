import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { blocksText, parseContent } from "../../src/assemble/index.ts";
import { extract } from "../../src/default-extract.ts";
import { EXTRACTORS, type ExtractorId } from "../../src/extractors/index.ts";
import { LOOKS, makePages } from "../newsroom/index.ts";
import { markup } from "./random-markup.ts";

const PAGES = makePages({ count: 2 * LOOKS.length, seed: 7 });
const EXTRACTOR_IDS = Object.keys(EXTRACTORS) as ExtractorId[];

/** The letters and digits of a text in their order: spaces and the signs that output adds do not count. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** Letters in an order of their own, since a credit is written after its caption wherever it was. */
function sorted(text: string): string {
  return [...letters(text)].sort().join("");
}

function checkExplained({ text, html, explanation }: Article): void {
  const kept = explanation?.leaves.filter((leaf) => leaf.kept) ?? [];
  const inText = kept.filter(({ reason }) => !reason.startsWith("in the html only"));
  expect(letters(inText.map((leaf) => leaf.text).join(""))).toBe(letters(text));
  const shown = blocksText(parseContent(html).blocks, { captions: true });
  expect(sorted(kept.map((leaf) => leaf.text).join(""))).toBe(sorted(shown));
}

describe("the leaves that the explanation calls kept are the words of the article", () => {
  test.each(EXTRACTOR_IDS)("on pages of the newsroom, by %s", (extractor) => {
    for (const { html, url } of PAGES) checkExplained(extract(html, { url, extractor, explain: true }));
  });

  test("and some of them are left out by the defaults of the text", () => {
    const articles = PAGES.map(({ html }) => extract(html, { extractor: "everything", explain: true }));
    const reasons = articles.flatMap(
      ({ explanation }) => explanation?.leaves.map(({ reason }) => reason) ?? [],
    );
    expect(reasons.some((reason) => reason.startsWith("left out: "))).toBe(true);
  });

  test("and the pieces of a leaf that a method cuts are listed separately", () => {
    const story =
      "One more plain sentence of the story stands here, and it goes on for a while, to the end. ";
    const html = `<body><p><a href=a>Menu</a> <a href=b>Menu</a></p><div>${story.repeat(6)}</div>`;
    const whole = { ...EXTRACTORS["mss-simple"] };
    const cutting = {
      ...whole,
      extract: (...args: Parameters<typeof whole.extract>) => ({
        ...whole.extract(...args),
        cuts: [{ leaf: 2, from: 4, to: 20 }],
      }),
    };
    const { text, explanation } = extract(html, { extractor: cutting, explain: true });
    expect(text).toBe("more plain sente");
    expect(explanation?.leaves.slice(2).map(({ kept, reason }) => [kept, reason])).toEqual([
      [false, "outside the body"],
      [true, "kept in part"],
      [false, "outside the body"],
    ]);
  });

  test("on any page", () => {
    fc.assert(
      fc.property(markup, (html) => {
        checkExplained(extract(`<p>${html}`, { extractor: "everything", explain: true }));
      }),
      { numRuns: 400 },
    );
  });
});
