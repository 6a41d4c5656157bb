import {
  countShownWords,
  type Extraction,
  KEEP_SCORE,
  type Page,
  reasonCode,
  type StatedBody,
  scriptedBody,
  statedBody,
} from "../../page/index.ts";
import { countKept, countKeptHidden } from "./count-kept.ts";

const OUTSIDE = reasonCode("outside the body");

/** An answer with more words is an article, however much the page states in data. */
const MAX_KEPT_WORDS = 100;
/** A page that shows more is no empty shell, and its scripts are not read: nine articles of 1,215 are such shells. */
const MAX_SHOWN_WORDS = 150;
/** A stated body with fewer words is a summary or a caption. */
const MIN_STATED_WORDS = 50;
/** A stated body is no more than the answer unless it is so many times as long. */
const MIN_GAIN = 2;
/** Where this share of the answer is hidden in the markup, readers should know. */
const MIN_HIDDEN_SHARE = 0.1;

/** An answer with what only data on the page states in its place, where the page shows next to nothing. */
export function lastResort(page: Page, extraction: Extraction): Extraction {
  const kept = countKept(page, extraction.scores, MAX_KEPT_WORDS);
  const body = kept < MAX_KEPT_WORDS ? findBody(page, kept) : undefined;
  if (body !== undefined) {
    return {
      ...extraction,
      scores: new Float32Array(extraction.scores.length),
      reasons: extraction.reasons.map((reason, leaf) =>
        extraction.scores[leaf]! >= KEEP_SCORE ? OUTSIDE : reason,
      ),
      statedBody: body,
      ...(body.facts && { facts: body.facts }),
      warnings: [...(extraction.warnings ?? []), "TEXT_FROM_DATA"],
    };
  }
  const hidden = countKeptHidden(page, extraction.scores);
  if (hidden === 0 || hidden < countKept(page, extraction.scores) * MIN_HIDDEN_SHARE) return extraction;
  return { ...extraction, warnings: [...(extraction.warnings ?? []), "HIDDEN_USED"] };
}

/** What structured data states before what scripts hold: the one is meant for readers like us, the other is a guess. */
function findBody(page: Page, keptWords: number): StatedBody | undefined {
  const enough = Math.max(MIN_STATED_WORDS, keptWords * MIN_GAIN);
  const stated = statedBody(page);
  if (stated !== undefined && countShownWords(stated.page) >= enough) return stated;
  if (countShownWords(page) > MAX_SHOWN_WORDS) return undefined;
  const scripted = scriptedBody(page);
  return scripted !== undefined && countShownWords(scripted.page) >= enough ? scripted : undefined;
}
