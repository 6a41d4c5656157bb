import { extract } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import type { Extractor } from "../../extractors/index.ts";
import { econClass, type Label, type LabelledPage, wordOverlap } from "../../sets/index.ts";
import { words } from "../../text/index.ts";

/**
 * Sites under this suffix are made up: they are alike, there are many pages of them, and nearly all answers to them are right,
 * which says nothing of real pages.
 */
const MADE_UP = ".example";

/** Whether a site was made up for tests and training. */
export function isMadeUp(site: string): boolean {
  return site.endsWith(MADE_UP);
}

/** The text that an extractor gives any user of a page; undefined where the page cannot be read. */
export function readText({ label, html }: LabelledPage, extractor: Extractor): string | undefined {
  try {
    return extract(html, {
      extractor,
      ...(label.url !== null && { url: label.url }),
      ...(label.encoding !== null && { encoding: label.encoding }),
    }).text;
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}

/** Whether a text is the article of a page, whole and alone; null where no label tells. */
export function isCorrect({ truth: { body, bodyIsPrefix } }: Label, text: string): boolean | null {
  // A page without an article has no right answer.
  if (body === null || bodyIsPrefix || body.trim() === "") return null;
  const { precision, recall } = wordOverlap(words(body), words(text));
  return econClass(precision, recall) === "correctly";
}
