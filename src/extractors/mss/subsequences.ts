import { NewsError } from "../../errors/index.ts";
import type { Span } from "./tokens.ts";

/** Consecutive elements of a sequence of scores with their sum. */
export interface Subsequence extends Span {
  /** The sum of the scores. */
  readonly value: number;
}

/** The consecutive elements with the highest sum, the first of equals, or nothing of an empty sequence (figure 1). */
export function maximumSubsequence(scores: ArrayLike<number>): Subsequence | undefined {
  let bestSum = Number.NEGATIVE_INFINITY;
  let bestFirst = -1;
  let bestLast = -1;
  let first = 0;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    sum += scores[at]!;
    if (sum > bestSum) {
      bestSum = sum;
      bestFirst = first;
      bestLast = at;
    }
    if (sum < 0) {
      first = at + 1;
      sum = 0;
    }
  }
  return bestLast < 0 ? undefined : { first: bestFirst, last: bestLast, value: bestSum };
}

/**
 * All maximal subsequences, in order: those with a positive sum that no longer one around them and no shorter one inside them
 * beats (Ruzzo and Tompa 1999), in linear time.
 */
export function maximalSubsequences(scores: ArrayLike<number>): Subsequence[] {
  const found = new CandidateList();
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]!;
    if (score > 0) found.add(at, sum, sum + score);
    sum += score;
  }
  return found.list();
}

/** The consecutive elements with the highest sum, or nothing where no sum is above 0. */
export function positiveSubsequence(scores: ArrayLike<number>): Subsequence | undefined {
  const best = maximumSubsequence(scores);
  return best !== undefined && best.value > 0 ? best : undefined;
}

/**
 * The k best subsequences that do not overlap: the chosen one, then the maximal ones with the highest sums, of equal
 * sums the earlier first.
 */
export function rankSubsequences(
  scores: ArrayLike<number>,
  chosen: Subsequence | undefined,
  k: number,
): Subsequence[] {
  if (!(k >= 0)) throw new NewsError("BAD_OPTION", "The number of spans to rank must be a number from 0 up.");
  const others = maximalSubsequences(scores)
    .filter((other) => chosen === undefined || other.last < chosen.first || other.first > chosen.last)
    .toSorted((a, b) => b.value - a.value || a.first - b.first);
  return (chosen === undefined ? others : [chosen, ...others]).slice(0, k);
}

interface Candidate {
  readonly first: number;
  last: number;
  /** The sum of everything before the first element. */
  readonly left: number;
  /** The sum of everything up to the last element. */
  right: number;
  /** The nearest candidate before this one whose `left` is lower, or -1. */
  readonly lower: number;
}

/** The paper's list of disjoint candidates; a new one swallows those that it makes longer. */
class CandidateList {
  readonly #list: Candidate[] = [];

  add(at: number, left: number, right: number): void {
    let first = at;
    let start = left;
    let lower = this.#findLower(this.#list.length - 1, start);
    while (lower >= 0 && this.#list[lower]!.right < right) {
      // Step 4: extending to the left up to that candidate only gains.
      first = this.#list[lower]!.first;
      start = this.#list[lower]!.left;
      this.#list.length = lower;
      lower = this.#findLower(lower - 1, start);
    }
    this.#list.push({ first, last: at, left: start, right, lower });
  }

  list(): Subsequence[] {
    return this.#list.map(({ first, last, left, right }) => ({ first, last, value: right - left }));
  }

  /** Step 1: from the right, the first candidate that starts lower; each skip was paid for when the skipped one was added. */
  #findLower(from: number, left: number): number {
    let at = from;
    while (at >= 0 && this.#list[at]!.left >= left) at = this.#list[at]!.lower;
    return at;
  }
}
