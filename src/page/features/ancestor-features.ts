import { ANCESTOR_LEVELS } from "./block-features.data.ts";
import { type FamilyWriter, type FeatureContext, share, skip } from "./feature-context.ts";

const LEVEL_COLUMNS = 8;
/** All but the last are the same for every block inside. */
const SHARED_COLUMNS = LEVEL_COLUMNS - 1;

/** Writes the family `ancestors`: the nearest elements around a block that each hold more blocks than the one before. */
export function describeAncestors(context: FeatureContext): FamilyWriter {
  const { sums, skeleton } = context;
  const { grown, firstBlock, endBlock, ofBlock } = skeleton;
  const { shown } = sums;
  const described = describePlaces(context);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const own = ofBlock[block]!;
      const holdsMore = shown[endBlock[own]!]! - shown[firstBlock[own]!]! > 1;
      let place = holdsMore ? own : grown[own]!;
      let at = row * width + column;
      const end = at + ANCESTOR_LEVELS * LEVEL_COLUMNS;
      for (; place >= 0 && at < end; at += LEVEL_COLUMNS) {
        const from = place * SHARED_COLUMNS;
        for (let shared = 0; shared < SHARED_COLUMNS; shared++)
          values[at + shared] = described[from + shared]!;
        const first = shown[firstBlock[place]!]!;
        const others = shown[endBlock[place]!]! - first - 1;
        values[at + SHARED_COLUMNS] = Math.min(1, (shown[block]! - first) / Math.max(1, others));
        place = grown[place]!;
      }
      skip(values, at, end);
    }
    return column + ANCESTOR_LEVELS * LEVEL_COLUMNS;
  };
}

/** What is the same for every block in a place of the skeleton: blocks have most of those around them in common. */
function describePlaces({ count, sums, skeleton, scratch }: FeatureContext): Float32Array {
  const described = scratch.floats(skeleton.count * SHARED_COLUMNS);
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
