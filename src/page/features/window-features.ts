import { WINDOW_DETAIL, WINDOW_REACH } from "./block-features.data.ts";
import { type FeatureContext, type RowWriter, share } from "./feature-context.ts";

/** How far the sums of the window reach to each side. */
const AROUND = 10;
const NEAR_COLUMNS = 2;
const DETAIL_COLUMNS = 3;

/** Writes of a row the family `window`: the blocks with text around each block. */
export function describeWindow(context: FeatureContext): RowWriter {
  const { sums } = context;
  return (block) => {
    const before = sums.shown[block]!;
    const after = sums.shown[block + 1]! - 1;
    for (let distance = 1; distance <= WINDOW_REACH; distance++) {
      putNear(context, before - distance);
      if (distance <= WINDOW_DETAIL) putDetail(context, block, before - distance);
      putNear(context, after + distance);
      if (distance <= WINDOW_DETAIL) putDetail(context, block, after + distance);
    }
    putAround(context, block);
  };
}

/** `index` is the neighbour's among the blocks with text, and may lie outside. */
function putNear({ texts, sums, row }: FeatureContext, index: number): void {
  const neighbour = sums.shownBlocks[index];
  if (neighbour === undefined) {
    row.skip(NEAR_COLUMNS);
    return;
  }
  row.put(texts.words[neighbour]!);
  row.put(texts.linkCharacters[neighbour]! / texts.characters[neighbour]!);
}

function putDetail({ texts, sums, skeleton, row }: FeatureContext, block: number, index: number): void {
  const neighbour = sums.shownBlocks[index];
  if (neighbour === undefined) {
    row.skip(DETAIL_COLUMNS);
    return;
  }
  const { classPath, ofBlock } = skeleton;
  row.put((100 * texts.marks[neighbour]!) / texts.characters[neighbour]!);
  row.put(texts.isParagraph[neighbour]!);
  row.putFlag(classPath[ofBlock[neighbour]!] === classPath[ofBlock[block]!]);
}

function putAround({ count, sums, row }: FeatureContext, block: number): void {
  const { shown, shownBlocks, words, characters, linkCharacters, marks } = sums;
  const from = shownBlocks[Math.max(0, shown[block]! - AROUND)] ?? count;
  const first = Math.min(from, block);
  const lastIndex = Math.min(shownBlocks.length, shown[block + 1]! + AROUND) - 1;
  const end = Math.max(block, shownBlocks[lastIndex] ?? -1) + 1;
  const around = characters[end]! - characters[first]!;
  row.put(words[block]! - words[first]!);
  row.put(words[end]! - words[block + 1]!);
  row.put(share(linkCharacters[end]! - linkCharacters[first]!, around));
  row.put(share(100 * (marks[end]! - marks[first]!), around));
}
