import { RUN_COST } from "./chain-runs.ts";

/** Larger gaps hold other texts, and their table would take long: about 1,000 words against 1,000. */
const MAX_CELLS = 1_000_000;
const FROM_PAGE = 1;
const FROM_TRUTH = 2;
const MATCHED = 3;
/** Set beside `MATCHED` where the words before are of the same run. */
const RUNS_ON = 4;

/** Words of page and truth between two matches. */
interface Gap {
  readonly page: Int32Array;
  readonly truth: Int32Array;
  readonly pageStart: number;
  readonly truthStart: number;
}

/** Matches what lies between the matches so far, down to single words. */
export function fillGaps(page: Int32Array, truth: Int32Array, truthOf: Int32Array): void {
  const matched: number[] = [];
  truthOf.forEach((place, at) => {
    if (place >= 0) matched.push(at);
  });
  matched.push(page.length);
  let pageStart = 0;
  let truthStart = 0;
  for (const at of matched) {
    const truthEnd = at < page.length ? truthOf[at]! : truth.length;
    const gap = {
      page: page.subarray(pageStart, at),
      truth: truth.subarray(truthStart, truthEnd),
      pageStart,
      truthStart,
    };
    if (gap.page.length * gap.truth.length <= MAX_CELLS) fill(gap, truthOf);
    pageStart = at + 1;
    truthStart = truthEnd + 1;
  }
}

function fill(gap: Gap, truthOf: Int32Array): void {
  const { page, truth } = gap;
  if (page.length === 0 || truth.length === 0) return;
  const width = truth.length + 1;
  const moves = new Uint8Array((page.length + 1) * width);
  // Rows of the best score up to here, and of the best whose last words match.
  let best = new Float64Array(width);
  let ending = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  let nextBest = new Float64Array(width);
  let nextEnding = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let row = 1; row <= page.length; row++) {
    for (let column = 1; column < width; column++) {
      let score = best[column]!;
      let move = FROM_PAGE;
      if (nextBest[column - 1]! > score) {
        score = nextBest[column - 1]!;
        move = FROM_TRUTH;
      }
      nextEnding[column] = Number.NEGATIVE_INFINITY;
      if (page[row - 1] === truth[column - 1]) {
        const apart = best[column - 1]! + 1 - RUN_COST;
        const together = ending[column - 1]! + 1;
        nextEnding[column] = Math.max(apart, together);
        const runsOn = together >= apart ? RUNS_ON : 0;
        moves[row * width + column] = runsOn;
        if (nextEnding[column]! > score) {
          score = nextEnding[column]!;
          move = MATCHED;
        }
      }
      moves[row * width + column]! |= move;
      nextBest[column] = score;
    }
    [best, nextBest] = [nextBest, best];
    [ending, nextEnding] = [nextEnding, ending];
  }
  trace(gap, moves, truthOf);
}

function trace({ page, truth, pageStart, truthStart }: Gap, moves: Uint8Array, truthOf: Int32Array): void {
  const width = truth.length + 1;
  let [row, column] = [page.length, truth.length];
  let isInRun = false;
  while (row > 0 && column > 0) {
    const move = moves[row * width + column]!;
    if (isInRun || (move & MATCHED) === MATCHED) {
      truthOf[pageStart + --row] = truthStart + --column;
      isInRun = (move & RUNS_ON) !== 0;
    } else if ((move & MATCHED) === FROM_PAGE) row--;
    else column--;
  }
}
