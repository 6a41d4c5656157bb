import { LOWER_UNITS } from "./character-classes.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";
import { HashTable, MAX_PROBES } from "./hash-table.ts";

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

/** Two-generation cache of the numbers of words, whatever their case; no substring is made for known words. */
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
    const start = this.#young.find(hash, text, from, to);
    return start > 0 ? this.#young.numberAt(start) : this.#learn(hash, text, from, to);
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
    const start = this.#old.find(hash, text, from, to);
    const number = start > 0 ? this.#old.numberAt(start) : this.#numberOf(text.slice(from, to));
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

const FIRST_SLOTS = 2048;
/** Initial capacity in letters. */
const FIRST_LETTERS = FIRST_SLOTS * 4;
/** Before the letters of a word: the two 16-bit halves of its number, and its length. */
const HEAD = 3;
const LENGTH = 2;

/** A hash table from words to numbers, keyed by their letters in lower case. */
class WordLetters {
  readonly #lower = LOWER_UNITS.table;
  /** Where the entry of a word starts in `#letters`. */
  readonly #starts = new HashTable(new Int32Array(FIRST_SLOTS * 2), MAX_PROBES);
  #letters = new Uint16Array(FIRST_LETTERS);
  /** Units of `#letters` in use; no entry starts at 0, which is the value of free slots. */
  #used = 1;
  count = 0;
  /** Sink: keeps the JIT from removing the prefetch loop. */
  prefetched = 0;

  /** The entry of the word in a range of a text, to be given to `numberAt`; 0 where it is not known. */
  find(hash: number, text: string, from: number, to: number): number {
    const starts = this.#starts;
    const key = spread(hash);
    for (let cell = starts.place(key); cell >= 0; cell = starts.next(cell, key)) {
      const start = starts.valueAt(cell);
      if (start === 0) return 0;
      if (this.#letters[start + LENGTH] === to - from && this.#isAt(start + HEAD - from, text, from, to))
        return start;
    }
    return 0;
  }

  /**
   * Prefetches what `find` reads first for each of `count` words. The loads here do not depend on each other, so that their
   * cache misses overlap.
   */
  prefetch(hashes: Int32Array, places: Int32Array, count: number): void {
    const starts = this.#starts;
    const letters = this.#letters;
    let read = 0;
    for (let index = 0; index < count; index++) {
      read ^= letters[starts.valueNear(spread(hashes[places[index]!]!))]!;
    }
    this.prefetched = read;
  }

  numberAt(start: number): number {
    return this.#letters[start]! | (this.#letters[start + 1]! << 16);
  }

  /** Adds a word that is not known, unless its probe sequence is full. */
  add(hash: number, number: number, text: string, from: number, to: number): void {
    if (this.count * 2 >= this.#starts.slots) this.#starts.grow();
    const start = this.#used;
    if (!this.#starts.add(spread(hash), start)) return;
    this.count++;
    this.#used += HEAD + to - from;
    if (this.#used > this.#letters.length) {
      const letters = new Uint16Array(this.#used * 2);
      letters.set(this.#letters);
      this.#letters = letters;
    }
    this.#letters[start] = number;
    this.#letters[start + 1] = number >>> 16;
    this.#letters[start + LENGTH] = to - from;
    for (let at = from; at < to; at++)
      this.#letters[start + HEAD + at - from] = this.#lower[text.charCodeAt(at)]!;
  }

  #isAt(shift: number, text: string, from: number, to: number): boolean {
    const letters = this.#letters;
    const lower = this.#lower;
    for (let at = from; at < to; at++) {
      if (letters[at + shift] !== lower[text.charCodeAt(at)]) return false;
    }
    return true;
  }
}

/** Running hashes of similar words differ in their higher bits mostly; slots are chosen by the lower ones. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
