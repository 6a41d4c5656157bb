import { type FeatureContext, type RowWriter, share, skip } from "./feature-context.ts";
import type { Skeleton } from "./skeleton.ts";
import { matchTitle } from "./title-block.ts";

const COLUMNS = 9;

/** Writes of a row the family `title`. */
export function describeTitle({ count, source, texts, sums, skeleton }: FeatureContext): RowWriter {
  const match = matchTitle(source, texts);
  const title = match.block;
  if (title < 0) return (_, row, at) => skip(row, at, COLUMNS);
  const characters = sums.characters[count]!;
  const titleDepth = skeleton.depth[skeleton.ofBlock[title]!]!;
  const common = commonDepths(skeleton, skeleton.ofBlock[title]!);
  return (block, row, at) => {
    const place = skeleton.ofBlock[block]!;
    row[at] = Number(block === title);
    row[at + 1] = match.similarity[block]!;
    row[at + 2] = match.overlap[block]!;
    row[at + 3] = sums.shown[block]! - sums.shown[title]!;
    row[at + 4] = share(sums.characters[block]! - sums.characters[title]!, characters);
    row[at + 5] = sums.words[block]! - sums.words[title]!;
    row[at + 6] = common[place]!;
    row[at + 7] = skeleton.depth[place]! - common[place]!;
    row[at + 8] = titleDepth - common[place]!;
    return at + COLUMNS;
  };
}

/** For every place the depth of the nearest ancestor that it shares with another. */
function commonDepths({ count, parent, depth }: Skeleton, other: number): Int32Array {
  const holdsOther = new Uint8Array(count);
  for (let place = other; place >= 0; place = parent[place]!) holdsOther[place] = 1;
  const common = new Int32Array(count);
  for (let place = 1; place < count; place++) {
    common[place] = holdsOther[place] === 1 ? depth[place]! : common[parent[place]!]!;
  }
  return common;
}
