import { BlockTexts } from "./block-texts.ts";
import type { FeatureRows } from "./feature-rows.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { TextScan } from "./text-scan.ts";
import { UNIT } from "./units.ts";

/** Columns of the family that need seen text; the two after them do not. */
const TEXT_COLUMNS = 30;

/** Reads all blocks and writes the family `text`. */
export function readTexts(source: FeatureSource, rows: FeatureRows): BlockTexts {
  const texts = new BlockTexts(source);
  const { scan } = texts;
  const { firstLeaf } = source.blocks;
  rows.fill("text", (block) => {
    texts.read(block);
    if (scan.characters === 0) rows.skip(TEXT_COLUMNS);
    else {
      putAmounts(scan, texts.words[block]!, rows);
      rows.put(texts.linkCharacters[block]! / scan.characters);
      rows.put(countLinks(source, block));
      putLetters(scan, rows);
      putMarks(scan, rows);
      putEnds(scan, rows);
      rows.put(longestPlainLeaf(source, texts, block) / scan.characters);
    }
    rows.put(firstLeaf[block + 1]! - firstLeaf[block]!);
    rows.put(texts.hidden[block]! / (texts.hidden[block]! + scan.characters));
  });
  return texts;
}

function putAmounts(scan: TextScan, words: number, rows: FeatureRows): void {
  const commas = scan.counts[UNIT.comma]!;
  rows.put(scan.characters);
  rows.put(words);
  rows.put(scan.sentences);
  rows.put(words / Math.max(1, scan.sentences));
  rows.put(commas);
  rows.put((100 * (commas + scan.sentences)) / scan.characters);
}

function putLetters(scan: TextScan, rows: FeatureRows): void {
  const { counts, characters } = scan;
  const upper = counts[UNIT.upper]!;
  rows.put(counts[UNIT.digit]! / characters);
  // Absent rather than 0 for scripts without capitals.
  rows.put(upper / (upper + counts[UNIT.lower]!));
  rows.put(scan.capitalWords / scan.spacedWords);
  rows.put(scan.shortWords / scan.spacedWords);
  rows.put(scan.wordUnits / scan.spacedWords);
  rows.put(counts[UNIT.unspaced]! / characters);
}

function putMarks(scan: TextScan, rows: FeatureRows): void {
  const { counts, characters } = scan;
  rows.put(counts[UNIT.quote]!);
  rows.put(counts[UNIT.bracket]!);
  rows.put(counts[UNIT.bar]!);
  rows.put(counts[UNIT.colon]!);
  rows.put((characters - scan.wordUnits - counts[UNIT.unspaced]!) / characters);
  rows.put(scan.numbers);
  rows.put(scan.years);
  rows.put(counts[UNIT.rights]!);
}

function putEnds(scan: TextScan, rows: FeatureRows): void {
  rows.putFlag(scan.firstWordKind === UNIT.lower);
  rows.putFlag(scan.firstWordKind === UNIT.digit);
  rows.putFlag(scan.firstKind === UNIT.quote);
  rows.putFlag(scan.lastKind === UNIT.sentence);
  rows.putFlag(scan.lastKind === UNIT.colon);
  rows.putFlag(scan.lastKind === UNIT.ellipsis);
  rows.put(scan.firstWordUnits);
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
