import { PROGRAM_ROWS, toProbability } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { hasText } from "./judge-blocks.ts";
import { FUSED_FEATURES, type PageRows } from "./rows.ts";
import { BlockTally } from "./verdict/index.ts";

/** Some blocks that are weighed together, as many as trees take at once. */
interface Batch {
  /** How many they are. */
  readonly count: number;
  readonly blocks: Int32Array;
  /** Their rows, one after the other. */
  readonly values: Float32Array;
  /** Where their log-odds go. */
  readonly logOdds: Float64Array;
}

/** Weighs the blocks with text; nothing asks for the chance of the others. */
export function weighBlocks(page: Page, rows: PageRows, weigh: (batch: Batch) => void): BlockTally {
  const width = FUSED_FEATURES.length;
  const tally = new BlockTally(page.blocks.count);
  const batch = {
    count: 0,
    blocks: new Int32Array(PROGRAM_ROWS),
    values: new Float32Array(PROGRAM_ROWS * width),
    logOdds: new Float64Array(PROGRAM_ROWS),
  };
  const rowOf = Array.from(batch.blocks, (_, at) => batch.values.subarray(at * width, (at + 1) * width));
  const weighBatch = () => {
    weigh(batch);
    for (let at = 0; at < batch.count; at++) {
      tally.add(batch.blocks[at]!, rowOf[at]!, toProbability(batch.logOdds[at]!));
    }
    batch.count = 0;
  };
  for (let block = 0; block < page.blocks.count; block++) {
    if (!hasText(page, block)) continue;
    rows.write(block, batch.values, batch.count * width);
    batch.blocks[batch.count++] = block;
    if (batch.count === PROGRAM_ROWS) weighBatch();
  }
  weighBatch();
  return tally;
}
