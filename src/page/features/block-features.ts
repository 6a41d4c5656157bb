import { TAG } from "../../html/index.ts";
import { ScratchArena } from "../../text/index.ts";
import type { Page } from "../page.ts";
import {
  BLOCK_FEATURES,
  CONTAINER_GROUPS,
  type FeatureFamily,
  INLINE_GROUPS,
} from "./block-features.data.ts";
import {
  type BlockTexts,
  emptyTexts,
  type FamilyWriter,
  type FeatureContext,
  groupTable,
  makeContext,
  NO_GROUP,
  type RowBatch,
  readBlock,
  share,
} from "./feature-context.ts";
import { describePage, describeStated, describeTitle } from "./page-features.ts";
import {
  describeAncestors,
  describePaths,
  describePosition,
  describeRepeats,
  describeSemantics,
  describeWindow,
} from "./surrounding-features.ts";
import { type TextScan, UNIT } from "./text-scan.ts";

/** Describes every block of a page in a few linear passes. */
export function computeBlockFeatures(page: Page): BlockFeatures {
  const scratch = new ScratchArena();
  return new BlockFeatures(page.blocks.count, prepareFamilies(page, scratch), scratch);
}

/** The features of every block of a page, a row each with the columns of `BLOCK_FEATURES`; NaN where one does not apply. */
class BlockFeatures {
  /** Rows: one for every block, with text or without. */
  readonly count: number;
  /** Columns. */
  readonly width: number = BLOCK_FEATURES.length;
  readonly #writeFamilies: FamilyWriter;
  readonly #scratch: ScratchArena;
  #values: Float32Array | undefined;

  constructor(count: number, writeFamilies: FamilyWriter, scratch: ScratchArena) {
    this.count = count;
    this.#writeFamilies = writeFamilies;
    this.#scratch = scratch;
  }

  /** Row after row; made on first use, and nearly a kilobyte a block. */
  get values(): Float32Array {
    if (this.#values === undefined) {
      const { count, width } = this;
      const blocks = Int32Array.from({ length: count }, (_, block) => block);
      this.#values = new Float32Array(count * width);
      this.writeRows({ count, blocks, values: this.#values, width });
    }
    return this.#values;
  }

  /** Writes the rows of some blocks, `width` values each, without the whole matrix. */
  readonly writeRows = (rows: RowBatch): void => {
    const written = this.#writeFamilies(rows, 0);
    if (written !== this.width) throw new RangeError(`Write ${this.width} values a row, not ${written}.`);
  };

  /** Releases the scratch arrays: no more rows can be written. */
  readonly release = (): void => this.#scratch.release();
}

/** Makes the passes over the page; returns a writer of all families, in the order of the columns. */
function prepareFamilies(page: Page, scratch: ScratchArena): FamilyWriter {
  const { texts, described } = readTexts(page, scratch);
  const context = makeContext(page, texts, scratch);
  const families: Readonly<Record<FeatureFamily, FamilyWriter>> = {
    text: describeText(described),
    tags: describeTags(context),
    semantics: describeSemantics(context),
    position: describePosition(context),
    title: describeTitle(context),
    stated: describeStated(context),
    page: describePage(context),
    ancestors: describeAncestors(context),
    paths: describePaths(context),
    window: describeWindow(context),
    repeats: describeRepeats(context),
  };
  const writers = Object.values(families);
  return (rows, column) => writers.reduce((next, write) => write(rows, next), column);
}

/** Columns of the family; the last two are known without visible text too. */
const TEXT_COLUMNS = 32;

/** Reads all blocks and fills the columns of the family `text`, since the scan holds the counts of one block at a time. */
export function readTexts(
  page: Page,
  scratch: ScratchArena,
): { readonly texts: BlockTexts; readonly described: Float32Array } {
  const texts = emptyTexts(page, scratch);
  const { count, firstLeaf } = page.blocks;
  const described = scratch.floats(count * TEXT_COLUMNS);
  for (let block = 0; block < count; block++) {
    const at = block * TEXT_COLUMNS;
    const last = at + TEXT_COLUMNS - 2;
    readBlock(page, texts, block);
    const { characters } = texts.scan;
    if (characters > 0) {
      putAmounts(texts.scan, texts.words[block]!, described, at);
      described[at + 6] = texts.linkCharacters[block]! / characters;
      described[at + 7] = countLinks(page, block);
      putLetters(texts.scan, described, at + 8);
      putMarks(texts.scan, described, at + 14);
      putEnds(texts.scan, described, at + 22);
      described[at + 29] = longestPlainLeaf(page, texts, block) / characters;
    } else described.fill(Number.NaN, at, last);
    const hidden = texts.hidden[block]!;
    described[last] = firstLeaf[block + 1]! - firstLeaf[block]!;
    described[last + 1] = hidden / (hidden + characters);
  }
  return { texts, described };
}

function describeText(described: Float32Array): FamilyWriter {
  return ({ count, blocks, values, width }, first) => {
    for (let row = 0; row < count; row++) {
      const from = blocks[row]! * TEXT_COLUMNS;
      const at = row * width + first;
      for (let column = 0; column < TEXT_COLUMNS; column++) values[at + column] = described[from + column]!;
    }
    return first + TEXT_COLUMNS;
  };
}

function putAmounts(scan: TextScan, words: number, row: Float32Array, at: number): void {
  const commas = scan.counts[UNIT.comma]!;
  row[at] = scan.characters;
  row[at + 1] = words;
  row[at + 2] = scan.sentences;
  row[at + 3] = words / Math.max(1, scan.sentences);
  row[at + 4] = commas;
  row[at + 5] = (100 * (commas + scan.sentences)) / scan.characters;
}

function putLetters(scan: TextScan, row: Float32Array, at: number): void {
  const { counts, characters } = scan;
  const upper = counts[UNIT.upper]!;
  row[at] = counts[UNIT.digit]! / characters;
  // Absent rather than 0 for scripts without capitals.
  row[at + 1] = upper / (upper + counts[UNIT.lower]!);
  row[at + 2] = scan.capitalWords / scan.spacedWords;
  row[at + 3] = scan.shortWords / scan.spacedWords;
  row[at + 4] = scan.wordUnits / scan.spacedWords;
  row[at + 5] = counts[UNIT.unspaced]! / characters;
}

function putMarks(scan: TextScan, row: Float32Array, at: number): void {
  const { counts, characters } = scan;
  row[at] = counts[UNIT.quote]!;
  row[at + 1] = counts[UNIT.bracket]!;
  row[at + 2] = counts[UNIT.bar]!;
  row[at + 3] = counts[UNIT.colon]!;
  row[at + 4] = (characters - scan.wordUnits - counts[UNIT.unspaced]!) / characters;
  row[at + 5] = scan.numbers;
  row[at + 6] = scan.years;
  row[at + 7] = counts[UNIT.rights]!;
}

function putEnds(scan: TextScan, row: Float32Array, at: number): void {
  row[at] = Number(scan.firstWordKind === UNIT.lower);
  row[at + 1] = Number(scan.firstWordKind === UNIT.digit);
  row[at + 2] = Number(scan.firstKind === UNIT.quote);
  row[at + 3] = Number(scan.lastKind === UNIT.sentence);
  row[at + 4] = Number(scan.lastKind === UNIT.colon);
  row[at + 5] = Number(scan.lastKind === UNIT.ellipsis);
  row[at + 6] = scan.firstWordUnits;
}

function countLinks({ leaves, blocks }: Page, block: number): number {
  let links = 0;
  let current = -1;
  const last = blocks.firstLeaf[block + 1]!;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    const anchor = leaves.anchor[leaf]!;
    if (anchor >= 0 && anchor !== current && leaves.visible[leaf] === 1) links++;
    current = anchor;
  }
  return links;
}

function longestPlainLeaf({ leaves, blocks }: Page, texts: BlockTexts, block: number): number {
  let longest = 0;
  const last = blocks.firstLeaf[block + 1]!;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    if (leaves.anchor[leaf]! < 0) longest = Math.max(longest, texts.leafCharacters[leaf]!);
  }
  return longest;
}

/** Inline elements hardly nest deeper than three. */
const MAX_INLINE_STEPS = 8;
const CONTAINER_GROUP = groupTable(CONTAINER_GROUPS);
const INLINE_GROUP = groupTable(INLINE_GROUPS);

function describeTags({ page, texts, skeleton }: FeatureContext): FamilyWriter {
  const { tag } = page.document;
  const { container } = page.blocks;
  const styled = { bold: 0, italic: 0 };
  const inside = CONTAINER_GROUPS.length;
  const counted = inside + INLINE_GROUPS.length;
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const end = at + counted;
      const group = CONTAINER_GROUP[tag[container[block]!]!]!;
      for (let index = at; index < end; index++) values[index] = 0;
      if (group !== NO_GROUP) values[at + group] = 1;
      countInside(page, block, values, at + inside);
      values[end] = texts.media[block]!;
      countStyled(page, texts.leafCharacters, block, styled);
      values[end + 1] = share(styled.bold, texts.characters[block]!);
      values[end + 2] = share(styled.italic, texts.characters[block]!);
      values[end + 3] = skeleton.depth[skeleton.ofBlock[block]!]!;
    }
    return column + counted + 4;
  };
}

/** Counts the elements that open between the leaves of a block, and before its first one inside the container. */
function countInside(
  { document, leaves, blocks }: Page,
  block: number,
  values: Float32Array,
  inside: number,
): void {
  const first = blocks.firstLeaf[block]!;
  const last = blocks.firstLeaf[block + 1]!;
  let from = blocks.container[block]! + 1;
  if (first > 0) from = Math.max(from, document.end[leaves.node[first - 1]!]!);
  for (let leaf = first; leaf < last; leaf++) {
    const node = leaves.node[leaf]!;
    for (let at = from; at < node; at++) {
      const group = INLINE_GROUP[document.tag[at]!]!;
      if (group !== NO_GROUP) values[inside + group]!++;
    }
    from = document.end[node]!;
  }
}

function countStyled(
  { document, leaves, blocks }: Page,
  leafCharacters: Int32Array,
  block: number,
  styled: { bold: number; italic: number },
): void {
  const container = blocks.container[block]!;
  const last = blocks.firstLeaf[block + 1]!;
  styled.bold = 0;
  styled.italic = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    const characters = leafCharacters[leaf]!;
    if (characters === 0) continue;
    let isBold = false;
    let isItalic = false;
    let at = document.parent[leaves.node[leaf]!]!;
    for (let step = 0; step < MAX_INLINE_STEPS && at !== container; step++) {
      const tag = document.tag[at]!;
      isBold ||= tag === TAG.b || tag === TAG.strong;
      isItalic ||= tag === TAG.i || tag === TAG.em;
      at = document.parent[at]!;
    }
    if (isBold) styled.bold += characters;
    if (isItalic) styled.italic += characters;
  }
}
