import { ANCESTOR_LEVELS } from "./block-features.data.ts";
import { type FeatureContext, type RowWriter, share } from "./feature-context.ts";

const LEVEL_COLUMNS = 8;

/** Writes of a row the family `ancestors`: the nearest elements around a block that each hold more blocks than the one before. */
export function describeAncestors(context: FeatureContext): RowWriter {
  const { sums, skeleton, row } = context;
  const { grown, firstBlock, endBlock } = skeleton;
  return (block) => {
    const own = skeleton.ofBlock[block]!;
    const holdsMore = sums.shown[endBlock[own]!]! - sums.shown[firstBlock[own]!]! > 1;
    let place = holdsMore ? own : grown[own]!;
    for (let level = 0; level < ANCESTOR_LEVELS; level++) {
      if (place < 0) row.skip(LEVEL_COLUMNS);
      else {
        putAncestor(context, block, place);
        place = grown[place]!;
      }
    }
  };
}

function putAncestor({ count, sums, skeleton, row }: FeatureContext, block: number, place: number): void {
  const first = skeleton.firstBlock[place]!;
  const end = skeleton.endBlock[place]!;
  const blocks = sums.shown[end]! - sums.shown[first]!;
  const characters = sums.characters[end]! - sums.characters[first]!;
  row.put(share(characters, sums.characters[count]!));
  row.put(share(sums.linkCharacters[end]! - sums.linkCharacters[first]!, characters));
  row.put(blocks);
  row.put(share(sums.words[end]! - sums.words[first]!, blocks));
  row.put(share(sums.paragraphCharacters[end]! - sums.paragraphCharacters[first]!, characters));
  row.put(share(sums.headings[end]! - sums.headings[first]!, blocks));
  row.put(share(100 * (sums.marks[end]! - sums.marks[first]!), characters));
  row.put(Math.min(1, (sums.shown[block]! - sums.shown[first]!) / Math.max(1, blocks - 1)));
}
