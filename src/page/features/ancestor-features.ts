import { ANCESTOR_LEVELS } from "./block-features.data.ts";
import { type FeatureContext, type RowWriter, share, skip } from "./feature-context.ts";

const LEVEL_COLUMNS = 8;
/** All but the last are the same for every block inside. */
const SHARED_COLUMNS = LEVEL_COLUMNS - 1;

/** Writes of a row the family `ancestors`: the nearest elements around a block that each hold more blocks than the one before. */
export function describeAncestors(context: FeatureContext): RowWriter {
  const { sums, skeleton } = context;
  const { grown, firstBlock, endBlock, ofBlock } = skeleton;
  const { shown } = sums;
  const described = describePlaces(context);
  return (block, row, at) => {
    const own = ofBlock[block]!;
    const holdsMore = shown[endBlock[own]!]! - shown[firstBlock[own]!]! > 1;
    let place = holdsMore ? own : grown[own]!;
    const end = at + ANCESTOR_LEVELS * LEVEL_COLUMNS;
    for (let into = at; into < end; into += LEVEL_COLUMNS) {
      if (place < 0) return skip(row, into, end - into);
      const from = place * SHARED_COLUMNS;
      for (let column = 0; column < SHARED_COLUMNS; column++) row[into + column] = described[from + column]!;
      const first = shown[firstBlock[place]!]!;
      const others = shown[endBlock[place]!]! - first - 1;
      row[into + SHARED_COLUMNS] = Math.min(1, (shown[block]! - first) / Math.max(1, others));
      place = grown[place]!;
    }
    return end;
  };
}

/** What is the same for every block in a place of the skeleton: blocks have most of those around them in common. */
function describePlaces({ count, sums, skeleton }: FeatureContext): Float32Array {
  const described = new Float32Array(skeleton.count * SHARED_COLUMNS);
  for (let place = 0; place < skeleton.count; place++) {
    const first = skeleton.firstBlock[place]!;
    const end = skeleton.endBlock[place]!;
    const blocks = sums.shown[end]! - sums.shown[first]!;
    const characters = sums.characters[end]! - sums.characters[first]!;
    const at = place * SHARED_COLUMNS;
    described[at] = share(characters, sums.characters[count]!);
    described[at + 1] = share(sums.linkCharacters[end]! - sums.linkCharacters[first]!, characters);
    described[at + 2] = blocks;
    described[at + 3] = share(sums.words[end]! - sums.words[first]!, blocks);
    described[at + 4] = share(sums.paragraphCharacters[end]! - sums.paragraphCharacters[first]!, characters);
    described[at + 5] = share(sums.headings[end]! - sums.headings[first]!, blocks);
    described[at + 6] = share(100 * (sums.marks[end]! - sums.marks[first]!), characters);
  }
  return described;
}
