import type { ScratchArena } from "../../text/index.ts";
import { type FamilyWriter, type FeatureContext, LONG_WORDS, share } from "./feature-context.ts";

/** A run of prose goes on over so many short blocks: a heading, a caption and its credit. */
const MAX_GAP = 3;
const COLUMNS = 12;

/** Writes the family `position`. */
export function describePosition({ count: blockCount, texts, sums, scratch }: FeatureContext): FamilyWriter {
  const shown = sums.shown[blockCount]!;
  const characters = sums.characters[blockCount]!;
  const headings = nearest(sums.shown, texts.isHeading, 1, scratch);
  const long = nearest(sums.shown, texts.words, LONG_WORDS, scratch);
  const media = nearest(sums.shown, texts.media, 1, scratch);
  const runWords = findRuns(texts.words, sums.shownBlocks, scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const index = sums.shown[block]!;
      values[at] = index;
      values[at + 1] = shown - sums.shown[block + 1]!;
      // A block without text may follow the last one with text.
      values[at + 2] = Math.min(1, share(index, shown - 1));
      values[at + 3] = share(sums.characters[block]!, characters);
      values[at + 4] = share(characters - sums.characters[block + 1]!, characters);
      values[at + 5] = headings.before[block]!;
      values[at + 6] = headings.after[block]!;
      values[at + 7] = long.before[block]!;
      values[at + 8] = long.after[block]!;
      values[at + 9] = media.before[block]!;
      values[at + 10] = media.after[block]!;
      values[at + 11] = runWords[block]!;
    }
    return column + COLUMNS;
  };
}

interface Nearest {
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** How many blocks with text lie between each block and the nearest other ones that have at least so much of something. */
function nearest(
  shown: Int32Array,
  amounts: ArrayLike<number>,
  least: number,
  scratch: ScratchArena,
): Nearest {
  const count = shown.length - 1;
  const before = scratch.floats(count);
  const after = scratch.floats(count);
  let last = Number.NaN;
  for (let block = 0; block < count; block++) {
    before[block] = shown[block]! - last;
    if (amounts[block]! >= least) last = shown[block]!;
  }
  let next = Number.NaN;
  for (let block = count - 1; block >= 0; block--) {
    after[block] = next - shown[block]!;
    if (amounts[block]! >= least) next = shown[block]!;
  }
  return { before, after };
}

function findRuns(words: Float32Array, shownBlocks: Int32Array, scratch: ScratchArena): Float32Array {
  const runWords = scratch.floats(words.length);
  let first = -1;
  let last = -1;
  let sum = 0;
  const close = () => {
    if (first >= 0) runWords.fill(sum, shownBlocks[first], shownBlocks[last]! + 1);
    sum = 0;
  };
  for (let index = 0; index < shownBlocks.length; index++) {
    const own = words[shownBlocks[index]!]!;
    if (own < LONG_WORDS) continue;
    if (first < 0 || index - last > MAX_GAP + 1) {
      close();
      first = index;
    }
    sum += own;
    last = index;
  }
  close();
  return runWords;
}
