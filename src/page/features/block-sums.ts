import type { ScratchArena } from "../../text/index.ts";
import type { BlockTexts } from "./block-texts.ts";

/** Sums over all blocks before each one, so that those of a range are a subtraction. Parallel arrays, one longer than the blocks. */
export interface BlockSums {
  /** Blocks with seen text. */
  readonly shown: Int32Array;
  readonly characters: Int32Array;
  readonly words: Float64Array;
  /** Commas and sentence marks. */
  readonly marks: Int32Array;
  readonly linkCharacters: Int32Array;
  readonly paragraphCharacters: Int32Array;
  readonly headings: Int32Array;
  /** The blocks with seen text themselves, in order. */
  readonly shownBlocks: Int32Array;
}

/** Adds up what the blocks hold. */
export function sumBlocks(texts: BlockTexts, scratch: ScratchArena): BlockSums {
  const count = texts.characters.length;
  const sums = {
    shown: scratch.ints(count + 1),
    characters: scratch.ints(count + 1),
    words: scratch.doubles(count + 1),
    marks: scratch.ints(count + 1),
    linkCharacters: scratch.ints(count + 1),
    paragraphCharacters: scratch.ints(count + 1),
    headings: scratch.ints(count + 1),
  };
  const shownBlocks = scratch.ints(count);
  for (let block = 0; block < count; block++) {
    const next = block + 1;
    const characters = texts.characters[block]!;
    if (characters > 0) shownBlocks[sums.shown[block]!] = block;
    sums.shown[next] = sums.shown[block]! + (characters > 0 ? 1 : 0);
    sums.characters[next] = sums.characters[block]! + characters;
    sums.words[next] = sums.words[block]! + texts.words[block]!;
    sums.marks[next] = sums.marks[block]! + texts.marks[block]!;
    sums.linkCharacters[next] = sums.linkCharacters[block]! + texts.linkCharacters[block]!;
    const isParagraph = texts.isParagraph[block] === 1;
    sums.paragraphCharacters[next] = sums.paragraphCharacters[block]! + (isParagraph ? characters : 0);
    sums.headings[next] = sums.headings[block]! + texts.isHeading[block]!;
  }
  return { ...sums, shownBlocks: shownBlocks.subarray(0, sums.shown[count]) };
}
