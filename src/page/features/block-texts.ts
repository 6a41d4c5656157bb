import { HEADING_TAGS, NODE_KIND, TAG } from "../../html/index.ts";
import { countInk, type ScratchArena } from "../../text/index.ts";
import type { FeatureSource } from "./feature-source.ts";
import { TextScan, UNIT } from "./text-scan.ts";

/** Characters of a script without spaces that make a word, on average. */
const UNSPACED_PER_WORD = 3;

/** The seen text of every block as numbers: parallel arrays over blocks, zero where a block has none. */
export class BlockTexts {
  readonly #source: FeatureSource;
  readonly characters: Int32Array;
  readonly words: Float32Array;
  /** Commas and sentence marks. */
  readonly marks: Int32Array;
  readonly linkCharacters: Int32Array;
  readonly unspaced: Int32Array;
  /** Characters that the markup hides. */
  readonly hidden: Int32Array;
  readonly isHeading: Uint8Array;
  readonly isParagraph: Uint8Array;
  /** Media in the block. */
  readonly media: Int32Array;
  /** Characters of every leaf that is seen. */
  readonly leafCharacters: Int32Array;
  /** Word hashes of a block are `scan.hashes` from `firstHash[block]` up to that of the next block. */
  readonly firstHash: Int32Array;
  /** Holds the counts of the block that was read last, and the word hashes of all. */
  readonly scan: TextScan = new TextScan();

  constructor(source: FeatureSource, scratch: ScratchArena) {
    const { count } = source.blocks;
    this.#source = source;
    this.characters = scratch.ints(count);
    this.words = scratch.floats(count);
    this.marks = scratch.ints(count);
    this.linkCharacters = scratch.ints(count);
    this.unspaced = scratch.ints(count);
    this.hidden = scratch.ints(count);
    this.isHeading = scratch.bytes(count);
    this.isParagraph = scratch.bytes(count);
    this.media = scratch.ints(count);
    this.leafCharacters = scratch.ints(source.leaves.count);
    this.firstHash = scratch.ints(count + 1);
  }

  /** Reads the next block; every block is read once, in order. */
  read(block: number): void {
    const { scan } = this;
    const { document, blocks } = this.#source;
    scan.begin();
    this.#readLeaves(block);
    this.firstHash[block + 1] = scan.hashCount;
    if (scan.characters === 0) return;
    const unspaced = scan.counts[UNIT.unspaced]!;
    const tag = document.tag[blocks.container[block]!]!;
    this.characters[block] = scan.characters;
    this.words[block] = scan.spacedWords + unspaced / UNSPACED_PER_WORD;
    this.marks[block] = scan.sentences + scan.counts[UNIT.comma]!;
    this.unspaced[block] = unspaced;
    this.isHeading[block] = HEADING_TAGS[tag]!;
    this.isParagraph[block] = tag === TAG.p ? 1 : 0;
  }

  #readLeaves(block: number): void {
    const { document, leaves, blocks } = this.#source;
    const { scan } = this;
    const last = blocks.firstLeaf[block + 1]!;
    for (let leaf = blocks.firstLeaf[block]!; leaf < last; leaf++) {
      const node = leaves.node[leaf]!;
      const isText = document.kind[node] === NODE_KIND.text;
      const start = document.textStart[node]!;
      const end = document.textEnd[node]!;
      if (leaves.visible[leaf] === 0) {
        if (isText) this.hidden[block]! += countInk(document.text, start, end);
      } else if (isText) {
        const before = scan.characters;
        scan.read(document.text, start, end);
        const characters = scan.characters - before;
        this.leafCharacters[leaf] = characters;
        if (leaves.anchor[leaf]! >= 0) this.linkCharacters[block]! += characters;
      } else this.media[block]!++;
    }
  }
}
