import { KEEP_SCORE } from "./extraction.ts";
import { leafWords } from "./leaves.ts";
import type { Page } from "./page.ts";
import { type TimedEntry, timedEntries } from "./timed-entries.ts";

/** Fewer updates are parts of an article, or of a programme. */
const MIN_UPDATES = 6;
/** With fewer words each they are lines of a programme. */
const MIN_MEAN_WORDS = 15;
/** Entries with a clock's time, of all entries. */
const MIN_CLOCK_SHARE = 0.8;
/** In minutes: what takes longer is a diary, or a list of articles. */
const MAX_SPAN = 3 * 24 * 60;
/** Steps against the order, of all steps: midnight, and updates that were put in later. */
const MAX_DISORDER = 0.1;
/** What holds less of the answer stands beside the article, as comments do. */
const MIN_KEPT_SHARE = 0.5;

/** The updates of a live blog, where the kept leaves of a page are mostly parts with clock times in order; else none. */
export function liveEntries(page: Page, scores: ArrayLike<number>): readonly TimedEntry[] {
  const entries = timedEntries(page);
  const times = entries.flatMap(({ minutes }) => minutes ?? []);
  if (times.length < MIN_UPDATES || times.length < entries.length * MIN_CLOCK_SHARE) return [];
  const words = entries.reduce((sum, entry) => sum + entry.words, 0);
  if (words < entries.length * MIN_MEAN_WORDS || spanOf(times) > MAX_SPAN) return [];
  return isOrdered(times) && keptShare(page, scores, entries) >= MIN_KEPT_SHARE ? entries : [];
}

function spanOf(times: readonly number[]): number {
  return Math.max(...times) - Math.min(...times);
}

/** Whether times fall or rise all the way, but for a few. */
function isOrdered(times: readonly number[]): boolean {
  let [rises, falls] = [0, 0];
  for (let at = 1; at < times.length; at++) {
    if (times[at]! > times[at - 1]!) rises++;
    else if (times[at]! < times[at - 1]!) falls++;
  }
  return Math.max(rises, falls) > 0 && Math.min(rises, falls) <= Math.max(1, times.length * MAX_DISORDER);
}

/** The share of a page's kept words that stand in some entries of one list. */
export function keptShare(page: Page, scores: ArrayLike<number>, entries: readonly TimedEntry[]): number {
  const { count, node } = page.leaves;
  const from = entries[0]?.from ?? 0;
  const to = entries.at(-1)?.to ?? 0;
  let all = 0;
  let inside = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    all += words;
    if (node[leaf]! >= from && node[leaf]! < to) inside += words;
  }
  return all === 0 ? 0 : inside / all;
}
