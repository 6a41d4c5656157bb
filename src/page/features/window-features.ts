import { WINDOW_DETAIL, WINDOW_REACH } from "./block-features.data.ts";
import { type FamilyWriter, type FeatureContext, share } from "./feature-context.ts";

/** How far the sums of the window reach to each side. */
const AROUND = 10;
const NEAR_COLUMNS = 2;
const DETAIL_COLUMNS = 3;
const COLUMNS = 2 * (WINDOW_REACH * NEAR_COLUMNS + WINDOW_DETAIL * DETAIL_COLUMNS) + 4;

/** Writes the family `window`: the blocks with text around each block. */
export function describeWindow(context: FeatureContext): FamilyWriter {
  const { sums, skeleton } = context;
  const line = lineUp(context);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const before = sums.shown[block]! + WINDOW_REACH;
      const after = sums.shown[block + 1]! + WINDOW_REACH - 1;
      const path = skeleton.classPath[skeleton.ofBlock[block]!]!;
      let at = row * width + column;
      for (let distance = 1; distance <= WINDOW_REACH; distance++) {
        at = putNear(line, before - distance, values, at);
        if (distance <= WINDOW_DETAIL) at = putDetail(line, before - distance, path, values, at);
        at = putNear(line, after + distance, values, at);
        if (distance <= WINDOW_DETAIL) at = putDetail(line, after + distance, path, values, at);
      }
      putAround(context, block, values, at);
    }
    return column + COLUMNS;
  };
}

/** The blocks with text in order, with as many that nothing is known of before and behind them as the window reaches: parallel arrays. */
interface Line {
  readonly words: Float32Array;
  readonly linkShare: Float32Array;
  readonly marks: Float32Array;
  readonly isParagraph: Float32Array;
  readonly classPath: Int32Array;
}

function lineUp({ texts, sums, skeleton, scratch }: FeatureContext): Line {
  const { shownBlocks } = sums;
  const nothing = () => scratch.floats(shownBlocks.length + 2 * WINDOW_REACH).fill(Number.NaN);
  const line = {
    ...{ words: nothing(), linkShare: nothing(), marks: nothing(), isParagraph: nothing() },
    classPath: scratch.ints(shownBlocks.length + 2 * WINDOW_REACH),
  };
  for (let index = 0; index < shownBlocks.length; index++) {
    const block = shownBlocks[index]!;
    const at = index + WINDOW_REACH;
    const characters = texts.characters[block]!;
    line.words[at] = texts.words[block]!;
    line.linkShare[at] = texts.linkCharacters[block]! / characters;
    line.marks[at] = (100 * texts.marks[block]!) / characters;
    line.isParagraph[at] = texts.isParagraph[block]!;
    line.classPath[at] = skeleton.classPath[skeleton.ofBlock[block]!]!;
  }
  return line;
}

function putNear({ words, linkShare }: Line, index: number, row: Float32Array, at: number): number {
  row[at] = words[index]!;
  row[at + 1] = linkShare[index]!;
  return at + NEAR_COLUMNS;
}

/** `path` is that of the block whose neighbour it is. */
function putDetail(line: Line, index: number, path: number, row: Float32Array, at: number): number {
  const marks = line.marks[index]!;
  row[at] = marks;
  row[at + 1] = line.isParagraph[index]!;
  row[at + 2] = Number.isNaN(marks) ? Number.NaN : Number(line.classPath[index] === path);
  return at + DETAIL_COLUMNS;
}

function putAround({ count, sums }: FeatureContext, block: number, row: Float32Array, at: number): void {
  const { shown, shownBlocks, words, characters, linkCharacters, marks } = sums;
  const firstIndex = Math.max(0, shown[block]! - AROUND);
  const from = firstIndex < shownBlocks.length ? shownBlocks[firstIndex]! : count;
  const first = Math.min(from, block);
  const lastIndex = Math.min(shownBlocks.length, shown[block + 1]! + AROUND) - 1;
  const end = Math.max(block, lastIndex < 0 ? -1 : shownBlocks[lastIndex]!) + 1;
  const around = characters[end]! - characters[first]!;
  row[at] = words[block]! - words[first]!;
  row[at + 1] = words[end]! - words[block + 1]!;
  row[at + 2] = share(linkCharacters[end]! - linkCharacters[first]!, around);
  row[at + 3] = share(100 * (marks[end]! - marks[first]!), around);
}
