import { toProbability } from "../../model/index.ts";
import type { Page, RowBatch } from "../../page/index.ts";
import { hasText } from "./judge-blocks.ts";
import { FUSED_FEATURES, type PageRows } from "./rows.ts";
import { BlockTally } from "./verdict/index.ts";

/** Blocks that are weighed together; a multiple of what trees take at once, and few enough for their rows to stay near. */
const BATCH_ROWS = 16;

/** Some blocks that are weighed together. */
interface Batch extends RowBatch {
  /** Where their log-odds go. */
  readonly logOdds: Float64Array;
}

/** For one page after another: nobody is given it to keep. */
const BATCH = {
  count: 0,
  blocks: new Int32Array(BATCH_ROWS),
  values: new Float32Array(BATCH_ROWS * FUSED_FEATURES.length),
  width: FUSED_FEATURES.length,
  logOdds: new Float64Array(BATCH_ROWS),
};

/** Weighs the blocks with text; nothing asks for the chance of the others. */
export function weighBlocks(page: Page, rows: PageRows, weigh: (batch: Batch) => void): BlockTally {
  const { count } = page.blocks;
  const tally = new BlockTally(count);
  for (let block = 0; block < count; ) {
    block = chooseBlocks(page, block);
    rows.writeAll(BATCH);
    weigh(BATCH);
    for (let row = 0; row < BATCH.count; row++) tally.add(BATCH, row, toProbability(BATCH.logOdds[row]!));
  }
  return tally;
}

/** Puts the next blocks with text into the batch; returns the one behind them. */
function chooseBlocks(page: Page, first: number): number {
  let block = first;
  BATCH.count = 0;
  for (; block < page.blocks.count && BATCH.count < BATCH_ROWS; block++) {
    if (hasText(page, block)) BATCH.blocks[BATCH.count++] = block;
  }
  return block;
}
