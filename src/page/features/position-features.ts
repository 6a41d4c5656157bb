import { type FeatureContext, LONG_WORDS, type RowWriter, share } from "./feature-context.ts";

/** A run of prose goes on over so many short blocks: a heading, a caption and its credit. */
const MAX_GAP = 3;

/** Writes of a row the family `position`. */
export function describePosition({ count, texts, sums }: FeatureContext): RowWriter {
  const shown = sums.shown[count]!;
  const characters = sums.characters[count]!;
  const headings = nearest(sums.shown, texts.isHeading, 1);
  const long = nearest(sums.shown, texts.words, LONG_WORDS);
  const media = nearest(sums.shown, texts.media, 1);
  const runWords = findRuns(texts.words, sums.shownBlocks);
  return (block, row, at) => {
    const index = sums.shown[block]!;
    row[at] = index;
    row[at + 1] = shown - sums.shown[block + 1]!;
    // A block without text may follow the last one with text.
    row[at + 2] = Math.min(1, share(index, shown - 1));
    row[at + 3] = share(sums.characters[block]!, characters);
    row[at + 4] = share(characters - sums.characters[block + 1]!, characters);
    row[at + 5] = headings.before[block]!;
    row[at + 6] = headings.after[block]!;
    row[at + 7] = long.before[block]!;
    row[at + 8] = long.after[block]!;
    row[at + 9] = media.before[block]!;
    row[at + 10] = media.after[block]!;
    row[at + 11] = runWords[block]!;
    return at + 12;
  };
}

interface Nearest {
  readonly before: Float32Array;
  readonly after: Float32Array;
}

/** How many blocks with text lie between each block and the nearest other ones that have at least so much of something. */
function nearest(shown: Int32Array, amounts: ArrayLike<number>, least: number): Nearest {
  const count = shown.length - 1;
  const before = new Float32Array(count);
  const after = new Float32Array(count);
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

function findRuns(words: Float32Array, shownBlocks: Int32Array): Float32Array {
  const runWords = new Float32Array(words.length);
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
