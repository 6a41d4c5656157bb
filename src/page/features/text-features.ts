import type { ScratchArena } from "../../text/index.ts";
import { BlockTexts } from "./block-texts.ts";
import type { FamilyWriter } from "./feature-context.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { TextScan } from "./text-scan.ts";
import { UNIT } from "./text-scan.ts";

/** Columns of the family; the last two need no seen text. */
const TEXT_COLUMNS = 32;

/** Reads all blocks; what the family `text` says of them must be kept, since later families look ahead. */
export function readTexts(
  source: FeatureSource,
  scratch: ScratchArena,
): { texts: BlockTexts; described: Float32Array } {
  const texts = new BlockTexts(source, scratch);
  const { count, firstLeaf } = source.blocks;
  const described = scratch.floats(count * TEXT_COLUMNS);
  for (let block = 0; block < count; block++) {
    const at = block * TEXT_COLUMNS;
    const last = at + TEXT_COLUMNS - 2;
    texts.read(block);
    const { characters } = texts.scan;
    if (characters > 0) {
      putAmounts(texts.scan, texts.words[block]!, described, at);
      described[at + 6] = texts.linkCharacters[block]! / characters;
      described[at + 7] = countLinks(source, block);
      putLetters(texts.scan, described, at + 8);
      putMarks(texts.scan, described, at + 14);
      putEnds(texts.scan, described, at + 22);
      described[at + 29] = longestPlainLeaf(source, texts, block) / characters;
    } else described.fill(Number.NaN, at, last);
    const hidden = texts.hidden[block]!;
    described[last] = firstLeaf[block + 1]! - firstLeaf[block]!;
    described[last + 1] = hidden / (hidden + characters);
  }
  return { texts, described };
}

/** Writes the family `text`. */
export function describeText(described: Float32Array): FamilyWriter {
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

function countLinks({ leaves, blocks }: FeatureSource, block: number): number {
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

function longestPlainLeaf({ leaves, blocks }: FeatureSource, texts: BlockTexts, block: number): number {
  let longest = 0;
  const last = blocks.firstLeaf[block + 1]!;
  for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
    if (leaves.anchor[leaf]! < 0) longest = Math.max(longest, texts.leafCharacters[leaf]!);
  }
  return longest;
}
