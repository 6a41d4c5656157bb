import { HASH_START, HASH_STEP, HashIds, type ScratchArena } from "../../text/index.ts";
import { ANCESTOR_LEVELS, SEMANTIC_GROUPS, WINDOW_DETAIL, WINDOW_REACH } from "./block-features.data.ts";
import {
  type BlockTexts,
  type FamilyWriter,
  type FeatureContext,
  groupTable,
  LONG_WORDS,
  NO_GROUP,
  share,
  skip,
} from "./feature-context.ts";

/** A run of prose continues across this many short blocks: a heading, a caption and its credit. */
const MAX_GAP = 3;
const POSITION_COLUMNS = 12;

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
    return column + POSITION_COLUMNS;
  };
}

/** How many blocks with text are between each block and the nearest other ones that reach a minimum of some count. */
function nearest(shown: Int32Array, amounts: ArrayLike<number>, least: number, scratch: ScratchArena) {
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

type Line = ReturnType<typeof lineUp>;

/** How far the sums of the window reach to each side. */
const AROUND = 10;
const NEAR_COLUMNS = 2;
const DETAIL_COLUMNS = 3;
const WINDOW_COLUMNS = 2 * (WINDOW_REACH * NEAR_COLUMNS + WINDOW_DETAIL * DETAIL_COLUMNS) + 4;

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
    return column + WINDOW_COLUMNS;
  };
}

/** The blocks with text in order, padded with NaN on both sides as far as the window reaches: parallel arrays. */
function lineUp({ texts, sums, skeleton, scratch }: FeatureContext) {
  const { shownBlocks } = sums;
  const nothing = () => scratch.floats(shownBlocks.length + 2 * WINDOW_REACH).fill(Number.NaN);
  const line = {
    words: nothing(),
    linkShare: nothing(),
    marks: nothing(),
    isParagraph: nothing(),
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

const REPEAT_COLUMNS = 4;

/** Writes the family `repeats`: text that the page has more than once. */
export function describeRepeats({ texts, fours, scratch }: FeatureContext): FamilyWriter {
  const whole = findWholeRepeats(texts, scratch);
  const runs = findRunRepeats(texts.firstHash, fours, scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const text = whole.textOf[block]!;
      if (text < 0) {
        skip(values, at, at + REPEAT_COLUMNS);
        continue;
      }
      const fourCount = texts.firstHash[block + 1]! - texts.firstHash[block]! - 3;
      values[at] = whole.times[text]!;
      values[at + 1] = Number(whole.first[text] !== block);
      values[at + 2] = share(runs.elsewhere[block]!, fourCount);
      values[at + 3] = share(runs.earlier[block]!, fourCount);
    }
    return column + REPEAT_COLUMNS;
  };
}

/** Which text each block has, -1 for none; how many blocks have a text, and the first of them. */
function findWholeRepeats({ firstHash, scan }: BlockTexts, scratch: ScratchArena) {
  const count = firstHash.length - 1;
  const ids = new HashIds(count, scratch);
  const textOf = scratch.ints(count).fill(-1);
  const times = scratch.ints(count);
  const first = scratch.ints(count);
  for (let block = 0; block < count; block++) {
    const end = firstHash[block + 1]!;
    if (firstHash[block] === end) continue;
    let hash = HASH_START;
    for (let at = firstHash[block]!; at < end; at++) hash = Math.imul(hash ^ scan.hashes[at]!, HASH_STEP);
    const text = ids.idOf(hash);
    textOf[block] = text;
    if (times[text]!++ === 0) first[text] = block;
  }
  return { textOf, times, first };
}

/** By block: how many of its runs another block has too, and how many an earlier one has. */
function findRunRepeats(firstHash: Int32Array, fours: Int32Array, scratch: ScratchArena) {
  const count = firstHash.length - 1;
  const ids = new HashIds(fours.length, scratch);
  const firstBlock = scratch.ints(fours.length);
  // How often a run recurs in its first block, -1 once another block has it too.
  const again = scratch.ints(fours.length);
  const elsewhere = scratch.ints(count);
  const earlier = scratch.ints(count);
  for (let block = 0; block < count; block++) {
    const end = firstHash[block + 1]! - 3;
    for (let at = firstHash[block]!; at < end; at++) {
      const known = ids.count;
      const run = ids.idOf(fours[at]!);
      if (run === known) firstBlock[run] = block;
      else if (firstBlock[run] === block) again[run]!++;
      else {
        earlier[block]!++;
        elsewhere[block]!++;
        if (again[run]! >= 0) elsewhere[firstBlock[run]!]! += again[run]! + 1;
        again[run] = -1;
      }
    }
  }
  return { elsewhere, earlier };
}

/** Elements farther up say little about a block, and hostile pages nest without end. */
const MAX_STEPS = 40;
const SEMANTIC_GROUP = groupTable(SEMANTIC_GROUPS);

/** Writes the family `semantics`: how far up the nearest element of each group is. */
export function describeSemantics({ page }: FeatureContext): FamilyWriter {
  const { document, leaves } = page;
  const { firstLeaf } = page.blocks;
  const { parent, tag } = document;
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const at = row * width + column;
      skip(values, at, at + SEMANTIC_GROUPS.length);
      let node = parent[leaves.node[firstLeaf[blocks[row]!]!]!]!;
      for (let step = 0; step < MAX_STEPS && node > 0; step++) {
        const group = SEMANTIC_GROUP[tag[node]!]!;
        if (group !== NO_GROUP && Number.isNaN(values[at + group])) values[at + group] = step;
        node = parent[node]!;
      }
    }
    return column + SEMANTIC_GROUPS.length;
  };
}

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

/** The columns that are the same for every block in a place of the skeleton, computed once for each place. */
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

/** Columns for the path of tags, and for that of tags and classes. */
const PATH_COLUMNS = 6;

/** Writes the family `paths`: what all blocks under the same tags, or under the same tags and classes, have in common. */
export function describePaths(context: FeatureContext): FamilyWriter {
  const { ofBlock: tagPathOf, described: tags } = sumPaths(context, context.skeleton.tagPath);
  const { ofBlock: classPathOf, described: classes } = sumPaths(context, context.skeleton.classPath);
  return ({ count, blocks, values, width }, first) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + first;
      const tagPath = tagPathOf[block]! * PATH_COLUMNS;
      const classPath = classPathOf[block]! * PATH_COLUMNS;
      for (let column = 0; column < PATH_COLUMNS; column++) {
        values[at + column] = tags[tagPath + column]!;
        values[at + PATH_COLUMNS + column] = classes[classPath + column]!;
      }
    }
    return first + 2 * PATH_COLUMNS;
  };
}

/** The path of every block as a small number, and the columns of every path; `hashes` are those of the skeleton. */
function sumPaths({ count, texts, sums, skeleton, scratch }: FeatureContext, hashes: Int32Array) {
  const ids = new HashIds(count, scratch);
  const ofBlock = scratch.ints(count);
  for (let block = 0; block < count; block++) ofBlock[block] = ids.idOf(hashes[skeleton.ofBlock[block]!]!);
  const totals = scratch.doubles(ids.count * PATH_COLUMNS);
  for (let block = 0; block < count; block++) {
    if (texts.characters[block] === 0) continue;
    const at = ofBlock[block]! * PATH_COLUMNS;
    const words = texts.words[block]!;
    totals[at]!++;
    totals[at + 1]! += texts.characters[block]!;
    totals[at + 2]! += words;
    totals[at + 3]! += words * words;
    totals[at + 4]! += texts.linkCharacters[block]!;
    totals[at + 5]! += texts.marks[block]!;
  }
  const described = scratch.floats(totals.length);
  for (let at = 0; at < totals.length; at += PATH_COLUMNS) {
    const blocks = totals[at]!;
    const characters = totals[at + 1]!;
    const mean = share(totals[at + 2]!, blocks);
    described[at] = blocks;
    described[at + 1] = share(characters, sums.characters[count]!);
    described[at + 2] = mean;
    described[at + 3] = Math.sqrt(Math.max(0, share(totals[at + 3]!, blocks) - mean * mean));
    described[at + 4] = share(totals[at + 4]!, characters);
    described[at + 5] = share(100 * totals[at + 5]!, characters);
  }
  return { ofBlock, described };
}
