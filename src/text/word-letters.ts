import { LOWER_UNITS } from "./lower-units.ts";

/** Longer runs of letters hardly come twice, and would fill memory. */
export const MAX_LETTERS = 64;
/** Words that fall on one place are told apart up to this many; beyond it a hostile page would make the search slow. */
const MAX_PROBES = 32;
const FIRST_PLACES = 2048;
/** A place has the hash of a word, its number, its length, and where its letters are, 0 where the place is free. */
const CELLS = 4;
const LENGTH = 2;
const LETTERS = 3;
/** Letters of so many words there is room for to begin with. */
const FIRST_LETTERS = FIRST_PLACES * 4;

/** Numbers of words by their letters in lower case, told apart without a string for any: open addressing. */
export class WordLetters {
  readonly #lower = LOWER_UNITS.table;
  #cells = new Int32Array(FIRST_PLACES * CELLS);
  #mask = FIRST_PLACES - 1;
  #letters = new Uint16Array(FIRST_LETTERS);
  /** Units of `#letters` in use; none starts at 0, which marks free places. */
  #used = 1;
  count = 0;
  /** What was read ahead: an engine may leave out the reading of what is put nowhere. */
  lastRead = 0;

  /** The cell of the word in a range of a text, to be given to `numberAt`; -1 where it is not known. */
  find(hash: number, text: string, from: number, to: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    let place = hash ^ (hash >>> 15);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const cell = (place++ & mask) * CELLS;
      const start = cells[cell + LETTERS]!;
      if (start === 0) return -1;
      if (cells[cell] !== hash || cells[cell + LENGTH] !== to - from) continue;
      if (this.#isAt(start - from, text, from, to)) return cell;
    }
    return -1;
  }

  /**
   * Reads what `find` will read first of each of some words. No word waits for another's memory here, as words do that
   * are found one after another.
   */
  readAhead(hashes: Int32Array, places: Int32Array, count: number): void {
    const cells = this.#cells;
    const mask = this.#mask;
    const letters = this.#letters;
    let read = 0;
    for (let index = 0; index < count; index++) {
      const hash = hashes[places[index]!]!;
      read ^= letters[cells[((hash ^ (hash >>> 15)) & mask) * CELLS + LETTERS]!]!;
    }
    this.lastRead = read;
  }

  numberAt(cell: number): number {
    return this.#cells[cell + 1]!;
  }

  /** Takes down a word that is not known; what falls on a crowded place is not kept. */
  add(hash: number, number: number, text: string, from: number, to: number): void {
    if (this.count * 2 > this.#mask) this.#grow();
    const start = this.#used;
    if (!this.#put(hash, number, to - from, start)) return;
    this.count++;
    this.#used += to - from;
    if (this.#used > this.#letters.length) {
      const letters = new Uint16Array(this.#used * 2);
      letters.set(this.#letters);
      this.#letters = letters;
    }
    for (let at = from; at < to; at++) this.#letters[start + at - from] = this.#lower[text.charCodeAt(at)]!;
  }

  #isAt(shift: number, text: string, from: number, to: number): boolean {
    const letters = this.#letters;
    const lower = this.#lower;
    for (let at = from; at < to; at++) {
      if (letters[at + shift] !== lower[text.charCodeAt(at)]) return false;
    }
    return true;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let cell = 0; cell < old.length; cell += CELLS) {
      const start = old[cell + LETTERS]!;
      if (start !== 0) this.#put(old[cell]!, old[cell + 1]!, old[cell + LENGTH]!, start);
    }
  }

  /** Takes the next free place of a word; false where others crowd there. */
  #put(hash: number, number: number, length: number, start: number): boolean {
    let place = hash ^ (hash >>> 15);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const cell = (place++ & this.#mask) * CELLS;
      if (this.#cells[cell + LETTERS] !== 0) continue;
      this.#cells[cell] = hash;
      this.#cells[cell + 1] = number;
      this.#cells[cell + LENGTH] = length;
      this.#cells[cell + LETTERS] = start;
      return true;
    }
    return false;
  }
}
