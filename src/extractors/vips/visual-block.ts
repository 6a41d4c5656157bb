import type { Box } from "./box.ts";
import type { Rated } from "./divide.ts";

/** A part of a page that is seen as one, and the parts that it is seen to consist of. */
export interface VisualBlock {
  /** What it shows, in document order. */
  readonly pieces: readonly Rated[];
  readonly box: Box;
  /** The degree of coherence, 1 to 10; no part has a lower one than the whole. */
  readonly degree: number;
  readonly children: readonly VisualBlock[];
}

/** A block and all that are in it, each before its parts. */
export function* blocksIn(root: VisualBlock): Generator<VisualBlock> {
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    yield block;
    for (const child of block.children.toReversed()) waiting.push(child);
  }
}
