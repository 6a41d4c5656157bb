import { BlockTexts } from "./block-texts.ts";
import type { FeatureContext, RowWriter } from "./feature-context.ts";
import { FeatureRow } from "./feature-row.ts";
import type { FeatureSource } from "./feature-source.ts";
import type { TextScan } from "./text-scan.ts";
import { UNIT } from "./units.ts";

/** Columns of the family; the last two need no seen text. */
const TEXT_COLUMNS = 32;

/** Reads all blocks; what the family `text` says of them must be kept, since later families look ahead. */
export function readTexts(source: FeatureSource): { texts: BlockTexts; described: Float32Array } {
  const texts = new BlockTexts(source);
  const { count } = source.blocks;
  const described = new Float32Array(count * TEXT_COLUMNS);
  const row = new FeatureRow();
  row.begin(described, 0);
  for (let block = 0; block < count; block++) {
    texts.read(block);
    if (texts.scan.characters > 0) putText({ source, texts, row }, block);
    else row.skip(TEXT_COLUMNS - 2);
    const hidden = texts.hidden[block]!;
    row.put(source.blocks.firstLeaf[block + 1]! - source.blocks.firstLeaf[block]!);
    row.put(hidden / (hidden + texts.scan.characters));
  }
  return { texts, described };
}

/** Writes of a row the family `text`. */
export function describeText({ row }: FeatureContext, described: Float32Array): RowWriter {
  return (block) => {
    const end = (block + 1) * TEXT_COLUMNS;
    for (let at = block * TEXT_COLUMNS; at < end; at++) row.put(described[at]!);
  };
}

function putText(
  { source, texts, row }: Pick<FeatureContext, "source" | "texts" | "row">,
  block: number,
): void {
  const { scan } = texts;
  putAmounts(scan, texts.words[block]!, row);
  row.put(texts.linkCharacters[block]! / scan.characters);
  row.put(countLinks(source, block));
  putLetters(scan, row);
  putMarks(scan, row);
  putEnds(scan, row);
  row.put(longestPlainLeaf(source, texts, block) / scan.characters);
}

function putAmounts(scan: TextScan, words: number, row: FeatureRow): void {
  const commas = scan.counts[UNIT.comma]!;
  row.put(scan.characters);
  row.put(words);
  row.put(scan.sentences);
  row.put(words / Math.max(1, scan.sentences));
  row.put(commas);
  row.put((100 * (commas + scan.sentences)) / scan.characters);
}

function putLetters(scan: TextScan, row: FeatureRow): void {
  const { counts, characters } = scan;
  const upper = counts[UNIT.upper]!;
  row.put(counts[UNIT.digit]! / characters);
  // Absent rather than 0 for scripts without capitals.
  row.put(upper / (upper + counts[UNIT.lower]!));
  row.put(scan.capitalWords / scan.spacedWords);
  row.put(scan.shortWords / scan.spacedWords);
  row.put(scan.wordUnits / scan.spacedWords);
  row.put(counts[UNIT.unspaced]! / characters);
}

function putMarks(scan: TextScan, row: FeatureRow): void {
  const { counts, characters } = scan;
  row.put(counts[UNIT.quote]!);
  row.put(counts[UNIT.bracket]!);
  row.put(counts[UNIT.bar]!);
  row.put(counts[UNIT.colon]!);
  row.put((characters - scan.wordUnits - counts[UNIT.unspaced]!) / characters);
  row.put(scan.numbers);
  row.put(scan.years);
  row.put(counts[UNIT.rights]!);
}

function putEnds(scan: TextScan, row: FeatureRow): void {
  row.putFlag(scan.firstWordKind === UNIT.lower);
  row.putFlag(scan.firstWordKind === UNIT.digit);
  row.putFlag(scan.firstKind === UNIT.quote);
  row.putFlag(scan.lastKind === UNIT.sentence);
  row.putFlag(scan.lastKind === UNIT.colon);
  row.putFlag(scan.lastKind === UNIT.ellipsis);
  row.put(scan.firstWordUnits);
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
