import { hasText } from "../../src/extractors/fused/kept.ts";
import { dropCopies } from "../../src/extractors/fused/leave-out.ts";
import { chooseThreshold, scoreLeaves } from "../../src/extractors/fused/score-leaves.ts";
import { BlockTally } from "../../src/extractors/fused/verdict/block-tally.ts";
import { type TreeEnsemble, toProbability } from "../../src/model/index.ts";
import type { Extraction, Page } from "../../src/page/index.ts";

/** Writes what is known of a block into a row. */
export type WriteRow = (block: number, into: Float32Array, offset: number) => void;

/** What `fused` does with the chances of blocks on an article, for trees of other columns than its own. */
export function answerByTrees(page: Page, trees: TreeEnsemble, write: WriteRow): Extraction {
  const width = trees.names.length;
  const values = new Float32Array(width);
  const tally = new BlockTally(page.blocks.count);
  for (let block = 0; block < page.blocks.count; block++) {
    if (!hasText(page, block)) continue;
    write(block, values, 0);
    const row = { count: 1, blocks: Int32Array.of(block), values, width };
    tally.add(row, 0, toProbability(trees.scoreRow(values, 0)));
  }
  return dropCopies(page, scoreLeaves(page, tally.ofBlock, chooseThreshold(tally, true)));
}
