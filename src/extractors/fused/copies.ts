import { type Extraction, KEEP_SCORE, type Page, reasonCode, TEXT_LEAF } from "../../page/index.ts";
import { HASH_START, joinHashes } from "../../text/index.ts";

const COPY = reasonCode("a copy of what was kept");

/** Shorter runs are labels and names: about 15 words. */
const MIN_CHARACTERS = 80;
/** Units that tell the beginnings of two paragraphs apart. */
const BEGINNING = 12;

/** The text of a block of the answer, white space left out. */
interface BlockText {
  readonly hash: number;
  readonly characters: number;
}

/** The blocks of the answer, in parallel arrays: a page may have a million. */
interface KeptBlocks {
  readonly count: number;
  readonly block: Int32Array;
  readonly hash: Int32Array;
  readonly characters: Int32Array;
}

/**
 * An answer that does not begin again: pages carry a copy of the whole for another width, or of the standfirst. Only what
 * repeats the answer from its first block on is a copy: other repetitions are the article's own.
 */
export function dropCopies(page: Page, extraction: Extraction): Extraction {
  if (!beginsAgain(page, extraction.scores)) return extraction;
  const kept = findKept(page, extraction.scores);
  let copied: Extraction | undefined;
  for (let from = 0; from < kept.count; ) {
    let to = from;
    let characters = 0;
    while (to < kept.count && from > 0 && kept.hash[to] === kept.hash[to - from]) {
      characters += kept.characters[to++]!;
    }
    if (characters >= MIN_CHARACTERS) {
      copied ??= { ...extraction, scores: extraction.scores.slice(), reasons: extraction.reasons.slice() };
      for (let at = from; at < to; at++) drop(page, kept.block[at]!, copied);
    }
    from = Math.max(to, from + 1);
  }
  return copied ?? extraction;
}

/** Whether a later block of the answer begins like its first: on nearly all pages none does, and no text needs to be read. */
function beginsAgain(page: Page, scores: Float32Array): boolean {
  let first: number | undefined;
  for (let block = 0; block < page.blocks.count; block++) {
    const { hash, characters } = readBlock(page, scores, block, BEGINNING);
    if (characters === 0) continue;
    if (hash === first) return true;
    first ??= hash;
  }
  return false;
}

function findKept(page: Page, scores: Float32Array): KeptBlocks {
  const most = page.blocks.count;
  const kept = { block: new Int32Array(most), hash: new Int32Array(most), characters: new Int32Array(most) };
  let count = 0;
  for (let block = 0; block < most; block++) {
    const { hash, characters } = readBlock(page, scores, block, Number.POSITIVE_INFINITY);
    if (characters === 0) continue;
    kept.block[count] = block;
    kept.hash[count] = hash;
    kept.characters[count++] = characters;
  }
  return { ...kept, count };
}

/** Reads what the answer has of a block, up to so many characters. */
function readBlock(
  { document, leaves, blocks }: Page,
  scores: Float32Array,
  block: number,
  most: number,
): BlockText {
  let hash = HASH_START;
  let characters = 0;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    for (let at = document.textStart[node]!; at < document.textEnd[node]!; at++) {
      const unit = document.text.charCodeAt(at);
      if (unit <= 0x20 || unit === 0xa0) continue;
      hash = joinHashes(hash, unit);
      if (++characters === most) return { hash, characters };
    }
  }
  return { hash, characters };
}

function drop({ leaves, blocks }: Page, block: number, { scores, reasons }: Extraction): void {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || scores[leaf]! < KEEP_SCORE) continue;
    scores[leaf] = 0;
    reasons[leaf] = COPY;
  }
}
