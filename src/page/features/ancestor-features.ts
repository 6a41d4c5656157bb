import { ANCESTOR_LEVELS } from "./block-features.data.ts";
import { type FeatureContext, share } from "./feature-context.ts";

const LEVEL_COLUMNS = 8;

/** Writes the family `ancestors`: the nearest elements around a block that each hold more blocks than the one before. */
export function putAncestors(context: FeatureContext): void {
  const { sums, skeleton, rows } = context;
  const { grown, firstBlock, endBlock } = skeleton;
  rows.fill("ancestors", (block) => {
    const own = skeleton.ofBlock[block]!;
    const holdsMore = sums.shown[endBlock[own]!]! - sums.shown[firstBlock[own]!]! > 1;
    let place = holdsMore ? own : grown[own]!;
    for (let level = 0; level < ANCESTOR_LEVELS; level++) {
      if (place < 0) rows.skip(LEVEL_COLUMNS);
      else {
        putAncestor(context, block, place);
        place = grown[place]!;
      }
    }
  });
}

function putAncestor({ sums, skeleton, rows }: FeatureContext, block: number, place: number): void {
  const first = skeleton.firstBlock[place]!;
  const end = skeleton.endBlock[place]!;
  const blocks = sums.shown[end]! - sums.shown[first]!;
  const characters = sums.characters[end]! - sums.characters[first]!;
  rows.put(share(characters, sums.characters[rows.count]!));
  rows.put(share(sums.linkCharacters[end]! - sums.linkCharacters[first]!, characters));
  rows.put(blocks);
  rows.put(share(sums.words[end]! - sums.words[first]!, blocks));
  rows.put(share(sums.paragraphCharacters[end]! - sums.paragraphCharacters[first]!, characters));
  rows.put(share(sums.headings[end]! - sums.headings[first]!, blocks));
  rows.put(share(100 * (sums.marks[end]! - sums.marks[first]!), characters));
  rows.put((sums.shown[block]! - sums.shown[first]!) / Math.max(1, blocks - 1));
}
