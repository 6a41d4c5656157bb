import { type FeatureContext, share } from "./feature-context.ts";
import type { Skeleton } from "./skeleton.ts";
import { matchTitle } from "./title-block.ts";

const COLUMNS = 9;

/** Writes the family `title`. */
export function putTitle({ source, texts, sums, skeleton, rows }: FeatureContext): void {
  const match = matchTitle(source, texts);
  const title = match.block;
  if (title < 0) {
    rows.fill("title", () => rows.skip(COLUMNS));
    return;
  }
  const characters = sums.characters[rows.count]!;
  const titleDepth = skeleton.depth[skeleton.ofBlock[title]!]!;
  const common = commonDepths(skeleton, skeleton.ofBlock[title]!);
  rows.fill("title", (block) => {
    const place = skeleton.ofBlock[block]!;
    rows.putFlag(block === title);
    rows.put(match.similarity[block]!);
    rows.put(match.overlap[block]!);
    rows.put(sums.shown[block]! - sums.shown[title]!);
    rows.put(share(sums.characters[block]! - sums.characters[title]!, characters));
    rows.put(sums.words[block]! - sums.words[title]!);
    rows.put(common[place]!);
    rows.put(skeleton.depth[place]! - common[place]!);
    rows.put(titleDepth - common[place]!);
  });
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
