import { type Warning, type WarningCode, warn } from "../article/index.ts";
import { type Extraction, type Page, TEXT_LEAF } from "../page/index.ts";
import type { Made, PageWarner } from "./page-warnings.ts";
import { verdictWarnings } from "./verdict-warnings.ts";

/** Who else has something to say. */
export interface Warners {
  /** Judges what was made of the page. */
  readonly warnOfPage?: PageWarner | undefined;
  /** What was odd before extraction: the charset, the markup. */
  readonly warnings?: readonly WarningCode[] | undefined;
}

/** Fewer words than this make a teaser, a caption or a wrong part of the page; WARNINGS.SHORT_TEXT says so. */
const SHORT_TEXT_WORDS = 25;

/** All that is odd about a page and what was made of it. */
export function collectWarnings(
  page: Page,
  extraction: Extraction,
  made: Made,
  { warnings = [], warnOfPage }: Warners,
): readonly Warning[] {
  const codes = new Set([
    ...warnings,
    ...(extraction.warnings ?? []),
    ...verdictWarnings(extraction.verdict),
    ...(warnOfPage?.(page, made) ?? []),
  ]);
  // What a page says without scripts is not the text where that comes from its data.
  if (codes.has("TEXT_FROM_DATA")) codes.delete("NOSCRIPT_USED");
  if (made.wordCount === 0) codes.add(showsText(page) ? "NOTHING_FOUND" : "NO_TEXT");
  else if (made.wordCount < SHORT_TEXT_WORDS) codes.add("SHORT_TEXT");
  return [...codes].map(warn);
}

function showsText({ leaves }: Page): boolean {
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) return true;
  }
  return false;
}
