import { coverMarks, maximumSubsequence, type Span, TOKEN, type Tokens } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText, joinHashes, words } from "../../text/index.ts";

/** Words in a row that must be the same for all of them to count as the article's. */
const RUN_WORDS = 4;
/** In bodies of fewer than `SHORT_BODY_WORDS` words two must do. */
const SHORT_RUN_WORDS = 2;
const SHORT_BODY_WORDS = 8;
const PLAIN_WORD = /^[a-z0-9]+$/i;

/**
 * Where a labelled body lies in a page's tokens, or undefined where the page does not hold it: the span with the most
 * words in runs that the body has too, less the words in none, with the marks of its first and last word. Linear in page
 * and body. Both are compared in the words of `words()`, so a segmenter's word of several Han characters counts as several.
 */
export function alignTruth(page: Page, tokens: Tokens, body: string): Span | undefined {
  const truth = words(body).map(hashText);
  const run = Math.min(truth.length, truth.length < SHORT_BODY_WORDS ? SHORT_RUN_WORDS : RUN_WORDS);
  if (run === 0) return undefined;
  const { hashes, owners } = wordsOf(page, tokens);
  const wanted = new Set(runHashes(truth, run));
  const scores = new Int8Array(hashes.length).fill(-1);
  runHashes(hashes, run).forEach((hash, at) => {
    if (wanted.has(hash)) scores.fill(1, at, at + run);
  });
  const best = maximumSubsequence(scores);
  if (best === undefined || best.value <= 0) return undefined;
  return coverMarks(page.document, tokens, { first: owners[best.first]!, last: owners[best.last]! });
}

interface PageWords {
  readonly hashes: readonly number[];
  /** The token that each word is of. */
  readonly owners: readonly number[];
}

function wordsOf({ document }: Page, { count, kind, start, end }: Tokens): PageWords {
  const hashes: number[] = [];
  const owners: number[] = [];
  for (let at = 0; at < count; at++) {
    if (kind[at] !== TOKEN.word) continue;
    const text = document.text.slice(start[at], end[at]);
    for (const word of PLAIN_WORD.test(text) ? [text.toLowerCase()] : words(text)) {
      hashes.push(hashText(word));
      owners.push(at);
    }
  }
  return { hashes, owners };
}

/** The hash of every run of `run` words. */
function runHashes(hashes: readonly number[], run: number): number[] {
  const found: number[] = [];
  for (let at = 0; at + run <= hashes.length; at++) {
    let hash = hashes[at]!;
    for (let next = at + 1; next < at + run; next++) hash = joinHashes(hash, hashes[next]!);
    found.push(hash);
  }
  return found;
}
