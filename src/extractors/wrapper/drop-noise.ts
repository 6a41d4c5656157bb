import type { TreeEnsemble } from "../../model/index.ts";
import { toProbability } from "../../model/index.ts";
import { type Extraction, KEEP_SCORE, reasonCode } from "../../page/index.ts";
import { BodyBlocks } from "./body-blocks.ts";
import type { PageReading } from "./page-reading.ts";

const NOISE = reasonCode("noise in the body");

/**
 * Drops the blocks of a body that are likelier noise: share bars, related links, boxes on the author, comments. Deviation:
 * the paper's answer is the whole subtree. A body of which nothing would be left stays whole.
 */
export function dropNoise(
  reading: PageReading,
  body: number,
  noise: TreeEnsemble,
  { scores, reasons }: Pick<Extraction, "scores" | "reasons">,
): void {
  const chances = textChances(reading, body, noise);
  if (!chances.some(({ chance }) => chance >= KEEP_SCORE)) return;
  const { firstLeaf } = reading.page.blocks;
  for (const { block, chance } of chances) {
    if (chance >= KEEP_SCORE) continue;
    for (let leaf = firstLeaf[block]!; leaf < firstLeaf[block + 1]!; leaf++) {
      if (scores[leaf]! < KEEP_SCORE) continue;
      scores[leaf] = chance;
      reasons[leaf] = NOISE;
    }
  }
}

/** How likely each block of a body is text of the article. */
function textChances(reading: PageReading, body: number, noise: TreeEnsemble) {
  const inside = new BodyBlocks(reading, body);
  return inside.blocks.map((block, at) => ({
    block,
    chance: toProbability(noise.scoreRow(inside.row(at), 0)),
  }));
}
