import { HASH_START, HASH_STEP } from "./hash.ts";
import { LOWER_UNITS } from "./lower-units.ts";
import { MAX_LETTERS, WordLetters } from "./word-letters.ts";

/** Words of one age; those of the age before are remembered too. A day's news repeats most of its words. */
const AGE_WORDS = 32_768;

/** Words of a text: parallel arrays of where they begin and end. */
interface Words {
  readonly text: string;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/**
 * A number for every word, in capitals or not. What is known is not cut out of its text; memory is bounded: when an age
 * has its words, those of the age before that were not met again are forgotten.
 */
export class WordNumbers {
  readonly #numberOf: (word: string) => number;
  #young = new WordLetters();
  #old = new WordLetters();

  /** `numberOf` gives 32-bit whole numbers, the same for a word each time, whatever the case of its letters. */
  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The number of the word in a range of a text, whose hash is that of `hashWord`. */
  of(hash: number, text: string, from: number, to: number): number {
    const cell = this.#young.find(hash, text, from, to);
    return cell >= 0 ? this.#young.numberAt(cell) : this.#learn(hash, text, from, to);
  }

  /** Puts numbers in the place of hashes, for the words at so many places: all at once is quicker than one by one. */
  replaceHashes(hashes: Int32Array, { text, start, end }: Words, places: Int32Array, count: number): void {
    this.#young.readAhead(hashes, places, count);
    for (let index = 0; index < count; index++) {
      const at = places[index]!;
      hashes[at] = this.of(hashes[at]!, text, start[at]!, end[at]!);
    }
  }

  #learn(hash: number, text: string, from: number, to: number): number {
    const cell = this.#old.find(hash, text, from, to);
    const number = cell >= 0 ? this.#old.numberAt(cell) : this.#numberOf(text.slice(from, to));
    if (to - from > MAX_LETTERS) return number;
    if (this.#young.count === AGE_WORDS) {
      this.#old = this.#young;
      this.#young = new WordLetters();
    }
    this.#young.add(hash, number, text, from, to);
    return number;
  }
}

/** The running hash of a word's units, capitals as small letters; a scan may make it unit by unit in the same way. */
export function hashWord(text: string, from: number, to: number): number {
  const lower = LOWER_UNITS.table;
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ lower[text.charCodeAt(at)]!, HASH_STEP);
  return hash;
}
