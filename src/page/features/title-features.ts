import type { ScratchArena } from "../../text/index.ts";
import { type FamilyWriter, type FeatureContext, type RowBatch, share, skip } from "./feature-context.ts";
import type { Skeleton } from "./skeleton.ts";
import { matchTitle } from "./title-block.ts";

const COLUMNS = 9;

/** Writes the family `title`. */
export function describeTitle({
  count: blockCount,
  source,
  texts,
  sums,
  skeleton,
  scratch,
}: FeatureContext): FamilyWriter {
  const match = matchTitle(source, texts, scratch);
  const title = match.block;
  if (title < 0) return skipTitle;
  const characters = sums.characters[blockCount]!;
  const titleDepth = skeleton.depth[skeleton.ofBlock[title]!]!;
  const common = commonDepths(skeleton, skeleton.ofBlock[title]!, scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const place = skeleton.ofBlock[block]!;
      const at = row * width + column;
      values[at] = Number(block === title);
      values[at + 1] = match.similarity[block]!;
      values[at + 2] = match.overlap[block]!;
      values[at + 3] = sums.shown[block]! - sums.shown[title]!;
      values[at + 4] = share(sums.characters[block]! - sums.characters[title]!, characters);
      values[at + 5] = sums.words[block]! - sums.words[title]!;
      values[at + 6] = common[place]!;
      values[at + 7] = skeleton.depth[place]! - common[place]!;
      values[at + 8] = titleDepth - common[place]!;
    }
    return column + COLUMNS;
  };
}

function skipTitle({ count, values, width }: RowBatch, column: number): number {
  for (let row = 0; row < count; row++) skip(values, row * width + column, row * width + column + COLUMNS);
  return column + COLUMNS;
}

/** For every place the depth of the nearest ancestor that it shares with another. */
function commonDepths({ count, parent, depth }: Skeleton, other: number, scratch: ScratchArena): Int32Array {
  const holdsOther = scratch.bytes(count);
  for (let place = other; place >= 0; place = parent[place]!) holdsOther[place] = 1;
  const common = scratch.ints(count);
  for (let place = 1; place < count; place++) {
    common[place] = holdsOther[place] === 1 ? depth[place]! : common[parent[place]!]!;
  }
  return common;
}
