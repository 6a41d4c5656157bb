import { HASH_START, joinHashes, WordScan } from "../text/index.ts";
import { TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";

/** Elements of a block's place that are part of its hash: a headline of the home page is no block of the article. */
const PLACE_ELEMENTS = 3;
/** Shorter blocks are separators and numbers of lists, which articles have in common. */
const MIN_CHARACTERS = 4;

/** The hash of blocks with next to no text. */
export const NO_TEXT = 0;

/** What tells the blocks of a site's pages apart, by block. */
export interface BlockHashes {
  /** Of the words and the elements around them, else `NO_TEXT`. */
  readonly hashes: Int32Array;
  /** Characters of the words. */
  readonly characters: Int32Array;
}

/** Hashes every block of a page by its words, however they are spaced, punctuated or spelt in capitals, and by its place. */
export function hashBlocks(page: Page): BlockHashes {
  const { document, leaves, blocks } = page;
  const hashes = new Int32Array(blocks.count);
  const characters = new Int32Array(blocks.count);
  const scan = new WordScan("whole runs");
  for (let block = 0; block < blocks.count; block++) {
    let hash = HASH_START;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF) continue;
      const node = leaves.node[leaf]!;
      scan.read(document.text, document.textStart[node]!, document.textEnd[node]!);
      for (let word = 0; word < scan.count; word++) {
        hash = joinHashes(hash, scan.hashes[word]!);
        characters[block]! += scan.ends[word]! - scan.starts[word]!;
      }
    }
    if (characters[block]! >= MIN_CHARACTERS) hashes[block] = joinHashes(hash, placeOf(page, block));
  }
  return { hashes, characters };
}

function placeOf({ document, blocks }: Page, block: number): number {
  let place = HASH_START;
  let element = blocks.container[block]!;
  for (let level = 0; level < PLACE_ELEMENTS && element > 0; level++) {
    place = joinHashes(place, document.tag[element]!);
    element = document.parent[element]!;
  }
  return place;
}

/** A hash as profiles of sites name it. */
export function hashName(hash: number): string {
  return (hash >>> 0).toString(16);
}
