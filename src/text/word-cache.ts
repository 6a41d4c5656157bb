import { LOWER_UNITS } from "./character-classes.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";

/** Words per cache generation; a day's news repeats most of its words. */
const GENERATION_WORDS = 32_768;
/** Longer runs of letters hardly occur twice, and would fill the cache. */
const MAX_LETTERS = 64;

/** Memoizes a function of words in bounded memory. */
export function rememberWords<Answer extends string | number | readonly string[]>(
  answer: (word: string) => Answer,
): (word: string) => Answer {
  const known = new WordCache<Answer>(GENERATION_WORDS, MAX_LETTERS);
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    // A copy, since the answer may be a slice of its word.
    const fresh = answer(copyOf(word));
    known.set(word, fresh);
    return fresh;
  };
}

/** Two-generation cache of answers about words: entries unused for a whole generation are dropped. */
export class WordCache<Answer> {
  readonly #generationWords: number;
  readonly #maxLetters: number;
  #young = new Map<string, Answer>();
  #old = new Map<string, Answer>();

  constructor(generationWords: number, maxLetters: number) {
    this.#generationWords = generationWords;
    this.#maxLetters = maxLetters;
  }

  get(word: string): Answer | undefined {
    const found = this.#young.get(word);
    if (found !== undefined) return found;
    const aged = this.#old.get(word);
    if (aged !== undefined) this.set(word, aged);
    return aged;
  }

  /** Remembers an answer, unless the word is too long to come again. */
  set(word: string, answer: Answer): void {
    if (word.length > this.#maxLetters) return;
    if (this.#young.size === this.#generationWords) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(copyOf(word), answer);
  }
}

/** A copy with its own storage: V8 lets a slice of 13 or more characters keep the whole string alive that it was cut from. */
export function copyOf(text: string): string {
  // The slice of a fresh concatenation keeps only that alive, one character longer.
  return ` ${text}`.slice(1);
}

/** Words of a text: parallel arrays of their starts and ends. */
interface Words {
  readonly text: string;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/**
 * The same cache for numbers of words, whatever their case; no substring is made for words that are known.
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

  /** Replaces the hashes of `count` words by their numbers; faster than one call per word. */
  replaceHashes(hashes: Int32Array, { text, start, end }: Words, places: Int32Array, count: number): void {
    this.#young.prefetch(hashes, places, count);
    for (let index = 0; index < count; index++) {
      const at = places[index]!;
      hashes[at] = this.of(hashes[at]!, text, start[at]!, end[at]!);
    }
  }

  #learn(hash: number, text: string, from: number, to: number): number {
    const cell = this.#old.find(hash, text, from, to);
    const number = cell >= 0 ? this.#old.numberAt(cell) : this.#numberOf(text.slice(from, to));
    if (to - from > MAX_LETTERS) return number;
    if (this.#young.count === GENERATION_WORDS) {
      this.#old = this.#young;
      this.#young = new WordLetters();
    }
    this.#young.add(hash, number, text, from, to);
    return number;
  }
}

/** The running hash of a word's units in lower case; a scan may compute it unit by unit in the same way. */
export function hashWord(text: string, from: number, to: number): number {
  const lower = LOWER_UNITS.table;
  let hash = HASH_START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ lower[text.charCodeAt(at)]!, HASH_STEP);
  return hash;
}

const FIRST_PLACES = 2048;
/** A slot has the hash of a word, its number, its length, and where its letters start, 0 if the slot is free. */
const CELLS = 4;
const LENGTH = 2;
const LETTERS = 3;

/** Longest probe sequence: without a bound, a hostile page could make the search slow. */
const MAX_PROBES = 32;
/** Initial capacity in letters. */
const FIRST_LETTERS = FIRST_PLACES * 4;

/** Hash table with open addressing from words to numbers, keyed by their letters in lower case. */
class WordLetters {
  readonly #lower = LOWER_UNITS.table;
  #cells = new Int32Array(FIRST_PLACES * CELLS);
  #mask = FIRST_PLACES - 1;
  #letters = new Uint16Array(FIRST_LETTERS);
  /** Units of `#letters` in use; no word starts at 0, which marks free slots. */
  #used = 1;
  count = 0;
  /** Sink: keeps the JIT from removing the prefetch loop. */
  prefetched = 0;

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
   * Prefetches what `find` reads first for each of `count` words. The loads here do not depend on each other, so that their
   * cache misses overlap.
   */
  prefetch(hashes: Int32Array, places: Int32Array, count: number): void {
    const cells = this.#cells;
    const mask = this.#mask;
    const letters = this.#letters;
    let read = 0;
    for (let index = 0; index < count; index++) {
      const hash = hashes[places[index]!]!;
      read ^= letters[cells[((hash ^ (hash >>> 15)) & mask) * CELLS + LETTERS]!]!;
    }
    this.prefetched = read;
  }

  numberAt(cell: number): number {
    return this.#cells[cell + 1]!;
  }

  /** Adds a word that is not known, unless its probe sequence is full. */
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

  /** Takes the next free slot of a word; false if its probe sequence is full. */
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
