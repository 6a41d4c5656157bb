import { copyOf } from "./copy-of.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";

/** Words that are remembered; a page repeats most of its own, and a day's news most of its words. */
const MAX_REMEMBERED = 50_000;
/** Longer runs of letters hardly come twice, and would fill memory. */
const MAX_LETTERS = 64;
/** Words that fall on one place are told apart up to this many; beyond it a hostile page would make the search slow. */
const MAX_PROBES = 32;
const FIRST_PLACES = 2048;
/** A place has the hash of a word, its number, and one more than its index, 0 where the place is free. */
const CELLS = 3;

/** A number for every word, remembered as far as memory stays bounded; a word that is known is not cut out of its text. */
export class WordNumbers {
  readonly #numberOf: (word: string) => number;
  #cells = new Int32Array(FIRST_PLACES * CELLS);
  #mask = FIRST_PLACES - 1;
  readonly #words: string[] = [];

  /** `numberOf` gives 32-bit whole numbers, the same for a word each time. */
  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** The number of the word in a range of a text. */
  of(text: string, from: number, to: number): number {
    if (to - from > MAX_LETTERS) return this.#numberOf(text.slice(from, to));
    const cells = this.#cells;
    let hash = HASH_START;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_STEP);
    let place = hash ^ (hash >>> 15);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const cell = (place++ & this.#mask) * CELLS;
      const index = cells[cell + 2]! - 1;
      if (index < 0) return this.#learn(text.slice(from, to), hash);
      if (cells[cell] === hash && isAt(this.#words[index]!, text, from, to)) return cells[cell + 1]!;
    }
    return this.#numberOf(text.slice(from, to));
  }

  #learn(word: string, hash: number): number {
    const own = copyOf(word);
    const number = this.#numberOf(own);
    if (this.#words.length === MAX_REMEMBERED) {
      this.#cells.fill(0);
      this.#words.length = 0;
    } else if (this.#words.length * 2 > this.#mask) this.#grow();
    this.#put(hash, number, this.#words.push(own));
    return number;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let cell = 0; cell < old.length; cell += CELLS) {
      if (old[cell + 2] !== 0) this.#put(old[cell]!, old[cell + 1]!, old[cell + 2]!);
    }
  }

  #put(hash: number, number: number, index: number): void {
    let place = hash ^ (hash >>> 15);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const cell = (place++ & this.#mask) * CELLS;
      if (this.#cells[cell + 2] !== 0) continue;
      this.#cells[cell] = hash;
      this.#cells[cell + 1] = number;
      this.#cells[cell + 2] = index;
      return;
    }
  }
}

function isAt(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  }
  return true;
}
