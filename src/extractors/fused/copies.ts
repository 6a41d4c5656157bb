import { type Extraction, KEEP_SCORE, LEAF_KINDS, type Page, reasonCode } from "../../page/index.ts";
import { HASH_START, joinHashes } from "../../text/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const COPY = reasonCode("a copy of what was kept");

/** Shorter runs are labels and names: about 15 words. */
const MIN_CHARACTERS = 80;
/** Units that tell the beginnings of two paragraphs apart. */
const BEGINNING = 12;

/** A block of the answer. */
interface KeptBlock {
  readonly block: number;
  /** How many it has, white space left out. */
  readonly characters: number;
  /** Index of the first kept block with the same text. */
  readonly first: number;
}

/**
 * An answer that does not begin again: pages carry a copy of the whole for another width, or of the standfirst. Only what
 * repeats the answer from its first block on is a copy: of 50 blocks that were repeated elsewhere truths kept 44.
 */
export function dropCopies(page: Page, extraction: Extraction): Extraction {
  if (!beginsAgain(page, extraction.scores)) return extraction;
  const kept = findKept(page, extraction.scores);
  let copied: Extraction | undefined;
  for (let from = 0; from < kept.length; ) {
    let to = from;
    let characters = 0;
    while (to < kept.length && from > 0 && kept[to]!.first === kept[to - from]!.first) {
      characters += kept[to++]!.characters;
    }
    if (characters >= MIN_CHARACTERS) {
      copied ??= { ...extraction, scores: extraction.scores.slice(), reasons: extraction.reasons.slice() };
      for (let at = from; at < to; at++) drop(page, kept[at]!.block, copied);
    }
    from = Math.max(to, from + 1);
  }
  return copied ?? extraction;
}

/** Whether a later block of the answer begins like its first: on nearly all pages none does, and no text needs to be read. */
function beginsAgain(page: Page, scores: Float32Array): boolean {
  const { blocks } = page;
  let first = HASH_START;
  for (let block = 0; block < blocks.count; block++) {
    const beginning = beginningOf(page, scores, block);
    if (beginning === HASH_START) continue;
    if (beginning === first) return true;
    if (first === HASH_START) first = beginning;
  }
  return false;
}

/** A hash of the first units of a block of the answer, white space left out. */
function beginningOf({ document, leaves, blocks }: Page, scores: Float32Array, block: number): number {
  let beginning = HASH_START;
  let units = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT || scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    for (let at = document.textStart[node]!; at < document.textEnd[node]!; at++) {
      const unit = document.text.charCodeAt(at);
      if (!isInk(unit)) continue;
      beginning = joinHashes(beginning, unit);
      if (++units === BEGINNING) return beginning;
    }
  }
  return beginning;
}

function isInk(unit: number): boolean {
  return unit > 0x20 && unit !== 0xa0;
}

function findKept(page: Page, scores: Float32Array): KeptBlock[] {
  const { blocks } = page;
  const firsts = new Map<number, number>();
  const kept: KeptBlock[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const { hash, characters } = readBlock(page, scores, block);
    if (characters === 0) continue;
    const first = firsts.get(hash) ?? kept.length;
    if (first === kept.length) firsts.set(hash, first);
    kept.push({ block, characters, first });
  }
  return kept;
}

function readBlock({ document, leaves, blocks }: Page, scores: Float32Array, block: number) {
  let hash = HASH_START;
  let characters = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT || scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    for (let at = document.textStart[node]!; at < document.textEnd[node]!; at++) {
      const unit = document.text.charCodeAt(at);
      if (!isInk(unit)) continue;
      hash = joinHashes(hash, unit);
      characters++;
    }
  }
  return { hash, characters };
}

function drop({ leaves, blocks }: Page, block: number, { scores, reasons }: Extraction): void {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT || scores[leaf]! < KEEP_SCORE) continue;
    scores[leaf] = 0;
    reasons[leaf] = COPY;
  }
}
