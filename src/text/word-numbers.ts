import { HASH_START, HASH_STEP } from "./hash.ts";

/** Words that are remembered; a page repeats most of its own, and a day's news most of its words. */
const MAX_REMEMBERED = 50_000;
/** Longer runs of letters hardly come twice, and would fill memory. */
const MAX_LETTERS = 64;
/** Words that fall on one place are told apart up to this many; beyond it a hostile page would make the search slow. */
const MAX_PROBES = 32;
const FIRST_PLACES = 2048;
/** A place has the hash of a word, its number, and where its letters are, 0 where the place is free. */
const CELLS = 3;
/** Letters of so many words there is room for to begin with. */
const FIRST_LETTERS = FIRST_PLACES * 4;

/** A number for every word, remembered as far as memory stays bounded; a word that is known is not cut out of its text. */
export class WordNumbers {
  readonly #numberOf: (word: string) => number;
  #cells = new Int32Array(FIRST_PLACES * CELLS);
  #mask = FIRST_PLACES - 1;
  /** Every word's length and letters, beside one another: a page of new words makes no strings. */
  #letters = new Uint16Array(FIRST_LETTERS);
  /** Units of `#letters` in use; none starts at 0, which marks free places. */
  #used = 1;
  #count = 0;

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
      const start = cells[cell + 2]!;
      if (start === 0) return this.#learn(text.slice(from, to), hash);
      if (cells[cell] === hash && this.#isAt(start, text, from, to)) return cells[cell + 1]!;
    }
    return this.#numberOf(text.slice(from, to));
  }

  #isAt(start: number, text: string, from: number, to: number): boolean {
    const letters = this.#letters;
    if (letters[start] !== to - from) return false;
    for (let at = from; at < to; at++) {
      if (letters[start + 1 + at - from] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #learn(word: string, hash: number): number {
    const number = this.#numberOf(word);
    if (this.#count === MAX_REMEMBERED) {
      this.#cells.fill(0);
      this.#count = 0;
      this.#used = 1;
    } else if (this.#count * 2 > this.#mask) this.#grow();
    this.#count++;
    this.#put(hash, number, this.#write(word));
    return number;
  }

  /** Takes down the letters of a word; gives where they are. */
  #write(word: string): number {
    const start = this.#used;
    this.#used += word.length + 1;
    if (this.#used > this.#letters.length) {
      const letters = new Uint16Array(this.#used * 2);
      letters.set(this.#letters);
      this.#letters = letters;
    }
    this.#letters[start] = word.length;
    for (let at = 0; at < word.length; at++) this.#letters[start + 1 + at] = word.charCodeAt(at);
    return start;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let cell = 0; cell < old.length; cell += CELLS) {
      if (old[cell + 2] !== 0) this.#put(old[cell]!, old[cell + 1]!, old[cell + 2]!);
    }
  }

  #put(hash: number, number: number, start: number): void {
    let place = hash ^ (hash >>> 15);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const cell = (place++ & this.#mask) * CELLS;
      if (this.#cells[cell + 2] !== 0) continue;
      this.#cells[cell] = hash;
      this.#cells[cell + 1] = number;
      this.#cells[cell + 2] = start;
      return;
    }
  }
}
