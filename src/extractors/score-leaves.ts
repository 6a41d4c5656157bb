import { contains, type Document, TAG } from "../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page, reasonCode, TEXT_LEAF } from "../page/index.ts";

/** Whether a block shows text. Call it once per block: of a block of pictures it reads every leaf. */
export function hasText({ leaves, blocks }: Page, block: number): boolean {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && leaves.visible[leaf] === 1) return true;
  }
  return false;
}

/** How likely each of some blocks is part of the article, and how many words it has. */
export interface WordChances {
  readonly count: number;
  readonly words: Float32Array;
  readonly chances: Float32Array;
}

/** The usual threshold: blocks at least this likely are part of the article. */
export const PLAIN_THRESHOLD = 0.5;
/**
 * If the best threshold is expected to reach more than this F1, the default of one half is kept. The other pages are few; long
 * transcripts and pages of a few sentences are among them. Chosen in trials on `evan2021`, `fundus-a` and `wcxb-dev`.
 */
const PLAIN_F1 = 0.8;
/** Less likely blocks are never kept: a page with no likelier one gets an empty answer. */
const MIN_CHANCE = 0.05;
/** Probabilities are counted in steps of half a per cent. */
const STEPS = 200;

/**
 * The threshold with the highest expected F1 over words, never above the plain one. It is lower where all chances are low: a
 * long transcript, a page of a few sentences. Most articles keep the plain threshold.
 */
export function chooseThreshold({ count, words, chances }: WordChances, isArticle: boolean): number {
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

/** A probability as a score: maps the threshold to one half, and 0 and 1 to themselves. */
export function toScore(chance: number, threshold: number): number {
  if (threshold === PLAIN_THRESHOLD) return chance;
  return chance < threshold
    ? (chance / threshold) * PLAIN_THRESHOLD
    : 1 - ((1 - chance) / (1 - threshold)) * (1 - PLAIN_THRESHOLD);
}

const REASON = {
  hidden: reasonCode("hidden"),
  kept: reasonCode("scored as body"),
  likeliest: reasonCode("likeliest of the page"),
  dropped: reasonCode("scored as not body"),
  media: reasonCode("media of the body"),
  outside: reasonCode("outside the body"),
} as const;

/** Blocks between a picture and the article's text, at most: headline, byline, date, caption and credit. */
const MEDIA_DISTANCE = 6;

/** Leaves have the score of their block; a block of media alone is judged by the text around it. */
export function scoreLeaves(page: Page, chances: Float32Array, threshold: number): Extraction {
  const { leaves, blocks } = page;
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  const scoreOf =
    threshold === PLAIN_THRESHOLD ? chances : chances.map((chance) => toScore(chance, threshold));
  const shown = new Uint8Array(blocks.count);
  for (let block = 0; block < blocks.count; block++) shown[block] = Number(hasText(page, block));
  const between = keptAround(shown, scoreOf);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 0) {
      reasons[leaf] = REASON.hidden;
      continue;
    }
    const block = blocks.ofLeaf[leaf]!;
    const score = shown[block] === 1 ? scoreOf[block]! : between[block]!;
    scores[leaf] = score;
    const isKept = score >= KEEP_SCORE;
    if (leaves.kind[leaf] !== TEXT_LEAF) reasons[leaf] = isKept ? REASON.media : REASON.outside;
    else if (!isKept) reasons[leaf] = REASON.dropped;
    else reasons[leaf] = chances[block]! >= PLAIN_THRESHOLD ? REASON.kept : REASON.likeliest;
  }
  keepCaptions(page, scores, reasons);
  return { scores, reasons };
}

/** Keeps the text of a figure whose picture is kept; assembly makes its caption and credit of it. */
function keepCaptions({ document, leaves }: Page, scores: Float32Array, reasons: Uint8Array): void {
  let figures: Int32Array | undefined;
  let next = 0;
  for (let picture = 0; picture < leaves.count; picture++) {
    if (leaves.kind[picture] === TEXT_LEAF || scores[picture]! < KEEP_SCORE) continue;
    figures ??= findFigures(document);
    const figure = figures[leaves.node[picture]!]!;
    if (figure < 0) continue;
    // There is hardly text before a picture; text after an earlier picture of the same figure is done already.
    next = Math.max(next, picture + 1);
    for (; next < leaves.count && contains(document, figure, leaves.node[next]!); next++) {
      if (leaves.visible[next] === 0 || scores[next]! >= KEEP_SCORE) continue;
      scores[next] = scores[picture]!;
      reasons[next] = REASON.media;
    }
  }
}

/** By node: the figure that it is or is in, or -1. In one pass, since climbing from deeply nested pictures is slow. */
function findFigures({ size, tag, parent }: Document): Int32Array {
  const figures = new Int32Array(size).fill(-1);
  for (let node = 1; node < size; node++) {
    figures[node] = tag[node] === TAG.figure ? node : figures[parent[node]!]!;
  }
  return figures;
}

/**
 * For every block the score of the nearest kept block with text, 0 where that is too far: pictures are among the
 * paragraphs or, with headline, byline and caption between, right before them; after the last they belong to something else.
 */
function keptAround(shown: Uint8Array, scores: Float32Array): Float32Array {
  const around = new Float32Array(scores.length);
  let before = -1;
  for (let block = 0; block < scores.length; block++) {
    if (scores[block]! >= KEEP_SCORE && shown[block] === 1) before = block;
    if (before >= 0 && block - before <= MEDIA_DISTANCE) around[block] = scores[before]!;
  }
  let next = -1;
  for (let block = scores.length - 1; block >= 0; block--) {
    if (scores[block]! >= KEEP_SCORE && shown[block] === 1) next = block;
    if (next < 0) around[block] = 0;
    else if (next - block <= MEDIA_DISTANCE) around[block] = Math.max(around[block]!, scores[next]!);
  }
  return around;
}
