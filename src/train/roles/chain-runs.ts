import type { SharedRun } from "./shared-runs.ts";

/** What it costs to begin another run, in matched words: little enough for a single word to pay for itself. */
export const RUN_COST = 0.9;

/** The best end so far of a chain that stays before a place in the truth: a tree of prefix maxima. */
class BestBefore {
  readonly #scores: Float64Array;
  readonly #pairs: Int32Array;
  score = 0;
  pair = -1;

  constructor(size: number) {
    this.#scores = new Float64Array(size + 1);
    this.#pairs = new Int32Array(size + 1).fill(-1);
  }

  /** Sets `score` and `pair` to the best of the places before `place`. */
  find(place: number): void {
    this.score = 0;
    this.pair = -1;
    for (let at = place; at > 0; at -= at & -at) {
      if (this.#scores[at]! <= this.score) continue;
      this.score = this.#scores[at]!;
      this.pair = this.#pairs[at]!;
    }
  }

  note(place: number, score: number, pair: number): void {
    for (let at = place + 1; at < this.#scores.length; at += at & -at) {
      if (this.#scores[at]! >= score) continue;
      this.#scores[at] = score;
      this.#pairs[at] = pair;
    }
  }
}

/**
 * Matches words of the page with words of the truth in the order of both, so that as many as possible match in as few
 * runs as possible. `truthOf` gets the truth's word of each page word that is matched.
 */
export function chainRuns(runs: readonly SharedRun[], truthLength: number, truthOf: Int32Array): void {
  const size = runs.reduce((sum, { length }) => sum + length, 0);
  const scores = new Float64Array(size);
  const previous = new Int32Array(size);
  const firstPair = new Int32Array(runs.length + 1);
  runs.forEach(({ length }, run) => {
    firstPair[run + 1] = firstPair[run]! + length;
  });
  const best = new BestBefore(truthLength);
  let open: number[] = [];
  let next = 0;
  for (let at = runs[0]?.page ?? 0; open.length > 0 || next < runs.length; at++) {
    if (open.length === 0) at = runs[next]!.page;
    while (next < runs.length && runs[next]!.page === at) open.push(next++);
    for (const run of open) {
      const step = at - runs[run]!.page;
      const pair = firstPair[run]! + step;
      best.find(runs[run]!.truth + step);
      scores[pair] = best.score + 1 - RUN_COST;
      previous[pair] = best.pair;
      if (step > 0 && scores[pair - 1]! + 1 >= scores[pair]!) {
        scores[pair] = scores[pair - 1]! + 1;
        previous[pair] = pair - 1;
      }
    }
    // Only now: two words of the truth must not share one of the page.
    for (const run of open) {
      const step = at - runs[run]!.page;
      const pair = firstPair[run]! + step;
      best.note(runs[run]!.truth + step, scores[pair]!, pair);
    }
    open = open.filter((run) => runs[run]!.page + runs[run]!.length > at + 1);
  }
  best.find(truthLength);
  follow(runs, { firstPair, previous, last: best.pair }, truthOf);
}

interface Trace {
  readonly firstPair: Int32Array;
  readonly previous: Int32Array;
  readonly last: number;
}

function follow(runs: readonly SharedRun[], { firstPair, previous, last }: Trace, truthOf: Int32Array): void {
  for (let pair = last; pair >= 0; pair = previous[pair]!) {
    const run = runOf(firstPair, pair);
    const step = pair - firstPair[run]!;
    truthOf[runs[run]!.page + step] = runs[run]!.truth + step;
  }
}

/** The run that a pair is of, by halving. */
function runOf(firstPair: Int32Array, pair: number): number {
  let low = 0;
  let high = firstPair.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firstPair[middle]! <= pair) low = middle;
    else high = middle;
  }
  return low;
}
