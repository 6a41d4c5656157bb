import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { blocksText, readContent } from "../../src/assemble/index.ts";
import { extract } from "../../src/extract.ts";
import { EXTRACTORS, type ExtractorId } from "../../src/extractors/index.ts";
import { LOOKS, makePages } from "../newsroom/index.ts";
import { markup } from "./random-markup.ts";

const PAGES = makePages({ count: 2 * LOOKS.length, seed: 7 });
const EXTRACTOR_IDS = Object.keys(EXTRACTORS) as ExtractorId[];

/** The letters and digits of a text in their order: spaces and the signs that output adds do not count. */
function letters(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** Letters in an order of their own, since a credit is written after its caption wherever it stood. */
function sorted(text: string): string {
  return [...letters(text)].sort().join("");
}

function checkExplained({ text, html, explanation }: Article): void {
  const kept = explanation?.leaves.filter((leaf) => leaf.kept) ?? [];
  const inText = kept.filter(({ reason }) => !reason.startsWith("in the html only"));
  expect(letters(inText.map((leaf) => leaf.text).join(""))).toBe(letters(text));
  const shown = blocksText(readContent(html).blocks, { captions: true });
  expect(sorted(kept.map((leaf) => leaf.text).join(""))).toBe(sorted(shown));
}

describe("the leaves that the explanation calls kept are the words of the article", () => {
  test.each(EXTRACTOR_IDS)("on pages of the newsroom, by %s", (extractor) => {
    const reasons = new Set<string>();
    for (const { html, url } of PAGES) {
      const article = extract(html, { url, extractor, explain: true });
      checkExplained(article);
      for (const { reason } of article.explanation?.leaves ?? []) reasons.add(reason);
    }
    expect([...reasons].some((reason) => reason.startsWith("left out: "))).toBe(true);
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
