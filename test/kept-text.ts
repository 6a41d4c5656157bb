import type { Extractor } from "../src/extractors/index.ts";
import { parseHtml, rawText } from "../src/html/index.ts";
import { type Hints, KEEP_SCORE, Page, REASONS } from "../src/page/index.ts";

/** The texts of the leaves that an extractor keeps, trimmed, for tests. */
export function keptTexts(extractor: Extractor, html: string, hints: Hints = {}): string[] {
  return judgedTexts(extractor, html, hints)
    .filter(({ score }) => score >= KEEP_SCORE)
    .map(({ text }) => text);
}

/** Every text leaf with its score and reason, for tests. */
export function judgedTexts(
  extractor: Extractor,
  html: string,
  hints: Hints = {},
): { text: string; score: number; reason: string }[] {
  const page = new Page(parseHtml(html));
  const { scores, reasons } = extractor.extract(page, hints);
  return [...page.leaves.node].map((node, leaf) => ({
    text: rawText(page.document, node).trim(),
    score: scores[leaf] ?? 0,
    reason: REASONS[reasons[leaf] ?? 0] ?? "",
  }));
}
