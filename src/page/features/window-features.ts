import { WINDOW_DETAIL, WINDOW_REACH } from "./block-features.data.ts";
import { type FeatureContext, type RowWriter, share, skip } from "./feature-context.ts";

/** How far the sums of the window reach to each side. */
const AROUND = 10;
const NEAR_COLUMNS = 2;
const DETAIL_COLUMNS = 3;

/** Writes of a row the family `window`: the blocks with text around each block. */
export function describeWindow(context: FeatureContext): RowWriter {
  const { sums } = context;
  return (block, row, at) => {
    const before = sums.shown[block]!;
    const after = sums.shown[block + 1]! - 1;
    let next = at;
    for (let distance = 1; distance <= WINDOW_REACH; distance++) {
      const isDetailed = distance <= WINDOW_DETAIL;
      next = putNear(context, before - distance, row, next);
      if (isDetailed) next = putDetail(context, { block, index: before - distance }, row, next);
      next = putNear(context, after + distance, row, next);
      if (isDetailed) next = putDetail(context, { block, index: after + distance }, row, next);
    }
    return putAround(context, block, row, next);
  };
}

/** `index` is the neighbour's among the blocks with text, and may lie outside. */
function putNear({ texts, sums }: FeatureContext, index: number, row: Float32Array, at: number): number {
  if (index < 0 || index >= sums.shownBlocks.length) return skip(row, at, NEAR_COLUMNS);
  const neighbour = sums.shownBlocks[index]!;
  row[at] = texts.words[neighbour]!;
  row[at + 1] = texts.linkCharacters[neighbour]! / texts.characters[neighbour]!;
  return at + NEAR_COLUMNS;
}

function putDetail(
  { texts, sums, skeleton }: FeatureContext,
  { block, index }: { readonly block: number; readonly index: number },
  row: Float32Array,
  at: number,
): number {
  if (index < 0 || index >= sums.shownBlocks.length) return skip(row, at, DETAIL_COLUMNS);
  const neighbour = sums.shownBlocks[index]!;
  const { classPath, ofBlock } = skeleton;
  row[at] = (100 * texts.marks[neighbour]!) / texts.characters[neighbour]!;
  row[at + 1] = texts.isParagraph[neighbour]!;
  row[at + 2] = Number(classPath[ofBlock[neighbour]!] === classPath[ofBlock[block]!]);
  return at + DETAIL_COLUMNS;
}

function putAround({ count, sums }: FeatureContext, block: number, row: Float32Array, at: number): number {
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
  return at + 4;
}
