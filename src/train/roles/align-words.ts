import { chainRuns } from "./chain-runs.ts";
import { fillGaps } from "./fill-gaps.ts";
import { findSharedRuns, MIN_RUN_WORDS, type SharedRun } from "./shared-runs.ts";

/**
 * The word of the truth that each word of the page is, or -1; none is given twice, so what a page repeats is found once:
 * in the order of both and in the longest runs first, then runs of four and more words out of order.
 */
export function alignWords(page: Int32Array, truth: Int32Array): Int32Array {
  const truthOf = new Int32Array(page.length).fill(-1);
  const runs = findSharedRuns(page, truth);
  chainRuns(runs, truth.length, truthOf);
  fillGaps(page, truth, truthOf);
  matchLeftovers(runs, truthOf, truth.length);
  return truthOf;
}

/** Gives what is left of the truth to what is left of the page, wherever both stand. */
function matchLeftovers(runs: readonly SharedRun[], truthOf: Int32Array, truthLength: number): void {
  const isFound = new Uint8Array(truthLength);
  for (const place of truthOf) if (place >= 0) isFound[place] = 1;
  for (const run of runs.toSorted((a, b) => b.length - a.length)) {
    let free = 0;
    for (let step = 0; step <= run.length; step++) {
      const isFree = step < run.length && truthOf[run.page + step]! < 0 && isFound[run.truth + step] === 0;
      if (isFree) {
        free++;
        continue;
      }
      if (free >= MIN_RUN_WORDS) {
        for (let at = step - free; at < step; at++) {
          truthOf[run.page + at] = run.truth + at;
          isFound[run.truth + at] = 1;
        }
      }
      free = 0;
    }
  }
}
