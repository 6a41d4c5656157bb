import { HashIds, type ScratchArena } from "../../text/index.ts";
import type { BlockTexts } from "./block-texts.ts";
import { type FamilyWriter, type FeatureContext, share } from "./feature-context.ts";
import type { Skeleton } from "./skeleton.ts";

/** Columns of each of the two. */
const COLUMNS = 6;

/** Writes the family `paths`: what the blocks have in common that stand under the same tags, or tags and classes. */
export function describePaths({
  count: blockCount,
  texts,
  sums,
  skeleton,
  scratch,
}: FeatureContext): FamilyWriter {
  const characters = sums.characters[blockCount]!;
  const tagPaths = new PathSums(texts, pathsOf(skeleton, skeleton.tagPath, scratch), scratch);
  const classPaths = new PathSums(texts, pathsOf(skeleton, skeleton.classPath, scratch), scratch);
  const tags = tagPaths.describe(characters);
  const classes = classPaths.describe(characters);
  return ({ count, blocks, values, width }, first) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + first;
      const tagPath = tagPaths.ofBlock[block]! * COLUMNS;
      const classPath = classPaths.ofBlock[block]! * COLUMNS;
      for (let column = 0; column < COLUMNS; column++) {
        values[at + column] = tags[tagPath + column]!;
        values[at + COLUMNS + column] = classes[classPath + column]!;
      }
    }
    return first + 2 * COLUMNS;
  };
}

/** The paths of blocks as small numbers. */
interface Paths {
  readonly ofBlock: Int32Array;
  readonly count: number;
}

/** Numbers paths, which are given as the hash of every place. */
function pathsOf(skeleton: Skeleton, hashes: Int32Array, scratch: ScratchArena): Paths {
  const { length } = skeleton.ofBlock;
  const ids = new HashIds(length, scratch);
  const ofBlock = scratch.ints(length);
  for (let block = 0; block < length; block++) ofBlock[block] = ids.idOf(hashes[skeleton.ofBlock[block]!]!);
  return { ofBlock, count: ids.count };
}

/** Sums over the blocks of every path. */
class PathSums {
  readonly #scratch: ScratchArena;
  /** The path of every block, as a number. */
  readonly ofBlock: Int32Array;
  readonly #blocks: Int32Array;
  readonly #characters: Int32Array;
  readonly #linkCharacters: Int32Array;
  readonly #marks: Int32Array;
  readonly #words: Float64Array;
  readonly #squaredWords: Float64Array;

  constructor(texts: BlockTexts, { ofBlock, count }: Paths, scratch: ScratchArena) {
    this.#scratch = scratch;
    this.ofBlock = ofBlock;
    this.#blocks = scratch.ints(count);
    this.#characters = scratch.ints(count);
    this.#linkCharacters = scratch.ints(count);
    this.#marks = scratch.ints(count);
    this.#words = scratch.doubles(count);
    this.#squaredWords = scratch.doubles(count);
    for (let block = 0; block < ofBlock.length; block++) {
      if (texts.characters[block] === 0) continue;
      const path = ofBlock[block]!;
      const words = texts.words[block]!;
      this.#blocks[path]!++;
      this.#characters[path]! += texts.characters[block]!;
      this.#linkCharacters[path]! += texts.linkCharacters[block]!;
      this.#marks[path]! += texts.marks[block]!;
      this.#words[path]! += words;
      this.#squaredWords[path]! += words * words;
    }
  }

  /** The columns of every path. */
  describe(pageCharacters: number): Float32Array {
    const described = this.#scratch.floats(this.#blocks.length * COLUMNS);
    for (let path = 0; path < this.#blocks.length; path++) {
      const at = path * COLUMNS;
      const blocks = this.#blocks[path]!;
      const characters = this.#characters[path]!;
      const mean = share(this.#words[path]!, blocks);
      described[at] = blocks;
      described[at + 1] = share(characters, pageCharacters);
      described[at + 2] = mean;
      described[at + 3] = Math.sqrt(Math.max(0, share(this.#squaredWords[path]!, blocks) - mean * mean));
      described[at + 4] = share(this.#linkCharacters[path]!, characters);
      described[at + 5] = share(100 * this.#marks[path]!, characters);
    }
    return described;
  }
}
