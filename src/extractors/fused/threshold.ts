/** What is known of the blocks of a page with text: how long each is, and how likely the article's. */
export interface WeighedBlocks {
  readonly count: number;
  readonly words: Float32Array;
  readonly chances: Float32Array;
}

/** The probability from which on a block is the article's, where the page as a whole is plain. */
export const PLAIN_THRESHOLD = 0.5;
/**
 * An article whose best answer is expected to reach more than this is plain. The others are few; long transcripts and pages of a
 * few sentences are among them. Chosen in trials on `evan2021`, `fundus-a` and `wcxb-dev`.
 */
const PLAIN_F1 = 0.8;
/** Nothing below this looks like an article's: where nothing on the page does, the answer stays empty. */
const MIN_CHANCE = 0.05;
/** Chances are told apart in steps of a half per cent. */
const STEPS = 200;

/**
 * The threshold with the highest expected F1 over words, never above the plain one. It falls where all chances are low: a
 * long transcript, a page of a few sentences. Articles that are plain keep the plain threshold.
 */
export function chooseThreshold({ count, words, chances }: WeighedBlocks, isArticle: boolean): number {
  const wordsAt = new Float64Array(STEPS + 1);
  const hitsAt = new Float64Array(STEPS + 1);
  let all = 0;
  let likeliest = 0;
  for (let block = 0; block < count; block++) {
    const chance = chances[block]!;
    const step = Math.floor(chance * STEPS);
    wordsAt[step]! += words[block]!;
    hitsAt[step]! += words[block]! * chance;
    all += words[block]! * chance;
    if (chance > likeliest) likeliest = chance;
  }
  if (likeliest < MIN_CHANCE) return PLAIN_THRESHOLD;
  const best = findBest(wordsAt, hitsAt, all);
  const isPlain = isArticle && best.f1 > PLAIN_F1;
  return isPlain ? PLAIN_THRESHOLD : Math.min(PLAIN_THRESHOLD, Math.max(MIN_CHANCE, best.step / STEPS));
}

function findBest(wordsAt: Float64Array, hitsAt: Float64Array, all: number): { f1: number; step: number } {
  const best = { f1: 0, step: STEPS };
  let kept = 0;
  let hits = 0;
  for (let step = STEPS; step >= 0; step--) {
    kept += wordsAt[step]!;
    hits += hitsAt[step]!;
    const f1 = kept === 0 ? 0 : (2 * hits) / (kept + all);
    if (f1 <= best.f1) continue;
    best.f1 = f1;
    best.step = step;
  }
  return best;
}

/** A probability as a score: the threshold becomes one half, none and certain stay what they are. */
export function toScore(chance: number, threshold: number): number {
  if (threshold === PLAIN_THRESHOLD) return chance;
  return chance < threshold
    ? (chance / threshold) * PLAIN_THRESHOLD
    : 1 - ((1 - chance) / (1 - threshold)) * (1 - PLAIN_THRESHOLD);
}
