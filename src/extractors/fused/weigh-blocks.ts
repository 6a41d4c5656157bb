import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { hasText, PLAIN_THRESHOLD, type WordChances } from "../score-leaves.ts";
import { type BlockRows, FUSED_FEATURES } from "./rows.ts";
import { BlockTally } from "./verdict/block-tally.ts";

/** Blocks that are weighed together; a multiple of what trees take at once, and few enough for their rows to stay in cache. */
const BATCH_ROWS = 16;

/** Scratch arrays for one batch after another, of one page after another. */
const BATCH = {
  count: 0,
  blocks: new Int32Array(BATCH_ROWS),
  values: new Float32Array(BATCH_ROWS * FUSED_FEATURES.length),
  width: FUSED_FEATURES.length,
  logOdds: new Float64Array(BATCH_ROWS),
};

/** The blocks of a page as the trees of articles weigh them. */
export interface ArticleWeights {
  readonly tally: BlockTally;
  /** By block. */
  readonly logOdds: Float64Array;
}

/** How likely each block is part of the article: of those with words in order, and of every block of the page. */
export type BlockChances = Pick<BlockTally, "count" | "words" | "chances" | "ofBlock">;

/** Weighs the blocks of a page by the trees of articles. */
export function weighAsArticle(page: Page, rows: BlockRows, trees: TreeEnsemble): ArticleWeights {
  const logOdds = new Float64Array(page.blocks.count);
  const tally = weighBlocks(page, rows, ({ values, count, blocks, logOdds: own }) => {
    trees.scoreRows(values, count, own);
    for (let at = 0; at < count; at++) logOdds[blocks[at]!] = own[at]!;
  });
  return { tally, logOdds };
}

/** The blocks of a page by other log-odds than those that they were first weighed at. */
export function weighAnew(
  { tally: { count, blocks, words } }: ArticleWeights,
  logOdds: Float64Array,
): BlockChances {
  const ofBlock = Float32Array.from(logOdds, toProbability);
  const chances = new Float32Array(count);
  for (let at = 0; at < count; at++) chances[at] = ofBlock[blocks[at]!]!;
  return { count, words, chances, ofBlock };
}

/** Weighs them by the trees of other pages too: the mean that `mixTrees` takes, without a second walk down the trees of articles. */
export function weighAsOther(
  page: Page,
  rows: BlockRows,
  {
    trees,
    weight,
    logOdds,
  }: { readonly trees: TreeEnsemble; readonly weight: number; readonly logOdds: Float64Array },
): BlockTally {
  return weighBlocks(page, rows, ({ values, count, blocks, logOdds: own }) => {
    trees.scoreRows(values, count, own);
    for (let at = 0; at < count; at++) own[at] = (1 - weight) * logOdds[blocks[at]!]! + weight * own[at]!;
  });
}

/** Weighs the blocks with text, a batch at a time; nothing asks for the chance of the others. */
function weighBlocks(page: Page, rows: BlockRows, weigh: (batch: typeof BATCH) => void): BlockTally {
  const { count } = page.blocks;
  const tally = new BlockTally(count);
  for (let block = 0; block < count; ) {
    for (BATCH.count = 0; block < count && BATCH.count < BATCH_ROWS; block++) {
      if (hasText(page, block)) BATCH.blocks[BATCH.count++] = block;
    }
    rows.writeAll(BATCH);
    weigh(BATCH);
    for (let row = 0; row < BATCH.count; row++) tally.add(BATCH, row, toProbability(BATCH.logOdds[row]!));
  }
  return tally;
}

/**
 * From this expected F1 on, trees are sure of a page, and the network is not asked: it brings nothing there, and seven pages in eight
 * are such pages. Chosen on half of the sites of the sets: docs/experiments/fused.md.
 */
const SURE_F1 = 0.9;

/** Whether trees are sure of their answer at the plain threshold, by the F1 over words that they expect of it. */
export function isSure({ count, words, chances }: WordChances, sureF1 = SURE_F1): boolean {
  let kept = 0;
  let hits = 0;
  let all = 0;
  for (let block = 0; block < count; block++) {
    const chance = chances[block]!;
    const likely = words[block]! * chance;
    all += likely;
    if (chance < PLAIN_THRESHOLD) continue;
    kept += words[block]!;
    hits += likely;
  }
  return 2 * hits >= sureF1 * (kept + all) && kept > 0;
}
