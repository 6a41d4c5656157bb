import type { BlockTexts } from "./block-texts.ts";
import { type FeatureContext, type RowWriter, share } from "./feature-context.ts";
import type { FeatureRow } from "./feature-row.ts";
import { HashIds } from "./hash-ids.ts";

/** Writes of a row the family `paths`: what the blocks have in common that stand under the same tags, or tags and classes. */
export function describePaths({ count, texts, sums, skeleton, row }: FeatureContext): RowWriter {
  const characters = sums.characters[count]!;
  const tagPaths = new PathSums(texts, skeleton.ofBlock, skeleton.tagPath);
  const classPaths = new PathSums(texts, skeleton.ofBlock, skeleton.classPath);
  return (block) => {
    tagPaths.put(block, characters, row);
    classPaths.put(block, characters, row);
  };
}

/** Sums over the blocks of every path. */
class PathSums {
  readonly #pathOf: Int32Array;
  readonly #blocks: Int32Array;
  readonly #characters: Int32Array;
  readonly #linkCharacters: Int32Array;
  readonly #marks: Int32Array;
  readonly #words: Float64Array;
  readonly #squaredWords: Float64Array;

  constructor(texts: BlockTexts, ofBlock: Int32Array, paths: Int32Array) {
    const ids = new HashIds(ofBlock.length);
    this.#pathOf = ofBlock.map((place) => ids.idOf(paths[place]!));
    this.#blocks = new Int32Array(ids.count);
    this.#characters = new Int32Array(ids.count);
    this.#linkCharacters = new Int32Array(ids.count);
    this.#marks = new Int32Array(ids.count);
    this.#words = new Float64Array(ids.count);
    this.#squaredWords = new Float64Array(ids.count);
    for (let block = 0; block < ofBlock.length; block++) {
      if (texts.characters[block] === 0) continue;
      const path = this.#pathOf[block]!;
      const words = texts.words[block]!;
      this.#blocks[path]!++;
      this.#characters[path]! += texts.characters[block]!;
      this.#linkCharacters[path]! += texts.linkCharacters[block]!;
      this.#marks[path]! += texts.marks[block]!;
      this.#words[path]! += words;
      this.#squaredWords[path]! += words * words;
    }
  }

  /** Writes the columns of a block's path. */
  put(block: number, pageCharacters: number, row: FeatureRow): void {
    const path = this.#pathOf[block]!;
    const blocks = this.#blocks[path]!;
    const characters = this.#characters[path]!;
    const mean = share(this.#words[path]!, blocks);
    row.put(blocks);
    row.put(share(characters, pageCharacters));
    row.put(mean);
    row.put(Math.sqrt(Math.max(0, share(this.#squaredWords[path]!, blocks) - mean * mean)));
    row.put(share(this.#linkCharacters[path]!, characters));
    row.put(share(100 * this.#marks[path]!, characters));
  }
}
