import { type FeatureContext, type RowWriter, share } from "./feature-context.ts";
import type { Skeleton } from "./skeleton.ts";
import { matchTitle } from "./title-block.ts";

const COLUMNS = 9;

/** Writes of a row the family `title`. */
export function describeTitle({ count, source, texts, sums, skeleton, row }: FeatureContext): RowWriter {
  const match = matchTitle(source, texts);
  const title = match.block;
  if (title < 0) return () => row.skip(COLUMNS);
  const characters = sums.characters[count]!;
  const titleDepth = skeleton.depth[skeleton.ofBlock[title]!]!;
  const common = commonDepths(skeleton, skeleton.ofBlock[title]!);
  return (block) => {
    const place = skeleton.ofBlock[block]!;
    row.putFlag(block === title);
    row.put(match.similarity[block]!);
    row.put(match.overlap[block]!);
    row.put(sums.shown[block]! - sums.shown[title]!);
    row.put(share(sums.characters[block]! - sums.characters[title]!, characters));
    row.put(sums.words[block]! - sums.words[title]!);
    row.put(common[place]!);
    row.put(skeleton.depth[place]! - common[place]!);
    row.put(titleDepth - common[place]!);
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
