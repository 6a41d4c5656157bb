import { joinHashes } from "../../text/index.ts";
import { FEATURE_UNITS, KIND_SHIFT, UNIT, UNIT_KINDS } from "./units.ts";

const FULL_STOP = 0x2e;
const DIGIT_ZERO = 0x30;
/** A word of at most this many letters is most often an article, a preposition or a pronoun, in any language. */
const SHORT_WORD = 3;
const YEAR = { digits: 4, first: 1900, last: 2099 } as const;
const LOWER_MASK = 0xffff;
/** Words that there is room for to begin with. */
const FIRST_WORDS = 1024;

/** Counts what a block's text is made of, and keeps the hash of every word, without making strings. */
export class TextScan {
  readonly #table: Uint32Array = FEATURE_UNITS.table;
  /** Units by kind; white space is not counted. */
  readonly counts: Int32Array = new Int32Array(UNIT_KINDS);
  /** Hashes of all words in order, in lower case; a character of a script without spaces is one. */
  hashes: Int32Array;
  hashCount = 0;
  /** Units that are not white space. */
  characters = 0;
  spacedWords = 0;
  wordUnits = 0;
  capitalWords = 0;
  shortWords = 0;
  sentences = 0;
  numbers = 0;
  years = 0;
  firstWordUnits = 0;
  /** Kind of the first unit that is not white space, and of the first letter or digit; -1 before there is one. */
  firstKind = -1;
  firstWordKind = -1;
  /** Kind of the last unit that is neither white space nor a quote nor a bracket. */
  lastKind = -1;

  constructor(words = FIRST_WORDS) {
    this.hashes = new Int32Array(words);
  }

  /** Begins a new block: all counts are 0 again, the hashes go on. */
  begin(): void {
    this.counts.fill(0);
    this.characters = 0;
    this.spacedWords = 0;
    this.wordUnits = 0;
    this.capitalWords = 0;
    this.shortWords = 0;
    this.sentences = 0;
    this.numbers = 0;
    this.years = 0;
    this.firstWordUnits = 0;
    this.firstKind = -1;
    this.firstWordKind = -1;
    this.lastKind = -1;
  }

  /** Adds a range of a text to the block; a word ends with the range. */
  read(text: string, start: number, end: number): void {
    const table = this.#table;
    const counts = this.counts;
    // Taken out of another module's object once, not for every unit.
    const { lower, digit, unspaced, space, silent } = UNIT;
    // Nearly all units: counted here, as a count in memory waits for the one before.
    let lowerUnits = 0;
    let at = start;
    while (at < end) {
      let entry = table[text.charCodeAt(at)]!;
      let kind = entry >>> KIND_SHIFT;
      if (kind > digit) {
        if (kind !== space && kind !== silent) {
          counts[kind]!++;
          if (kind === unspaced) this.#addUnspaced(entry & LOWER_MASK);
          else this.#addMark(kind, text, at, end);
        }
        at++;
        continue;
      }
      const first = at;
      const firstKind = kind;
      let length = 0;
      let hash = 0;
      for (;;) {
        if (kind <= digit) {
          length++;
          hash = (Math.imul(hash, 31) + (entry & LOWER_MASK)) | 0;
          if (kind === lower) lowerUnits++;
          else counts[kind]!++;
        } else if (kind !== silent) break;
        if (++at === end) break;
        entry = table[text.charCodeAt(at)]!;
        kind = entry >>> KIND_SHIFT;
      }
      this.#endWord(hash, length, firstKind, text, first);
    }
    counts[lower]! += lowerUnits;
  }

  #endWord(hash: number, length: number, kind: number, text: string, first: number): void {
    this.#addHash(hash);
    this.characters += length;
    this.spacedWords++;
    this.wordUnits += length;
    this.lastKind = kind;
    if (this.firstKind < 0) this.firstKind = kind;
    if (this.firstWordKind < 0) {
      this.firstWordKind = kind;
      this.firstWordUnits = length;
    }
    if (kind === UNIT.upper) this.capitalWords++;
    else if (kind === UNIT.lower && length <= SHORT_WORD) this.shortWords++;
    else if (kind === UNIT.digit) {
      this.numbers++;
      if (length === YEAR.digits && this.#isYear(text, first)) this.years++;
    }
  }

  /** Whether the four letters and digits from a place on are a year; silent units stand among them. */
  #isYear(text: string, first: number): boolean {
    let number = 0;
    for (let at = first, left: number = YEAR.digits; left > 0; at++) {
      const kind = this.#kindAt(text, at);
      if (kind > UNIT.digit) continue;
      if (kind !== UNIT.digit) return false;
      number = number * 10 + text.charCodeAt(at) - DIGIT_ZERO;
      left--;
    }
    return number >= YEAR.first && number <= YEAR.last;
  }

  #kindAt(text: string, at: number): number {
    return this.#table[text.charCodeAt(at)]! >>> KIND_SHIFT;
  }

  #addUnspaced(unit: number): void {
    this.#addHash(unit);
    this.characters++;
    this.lastKind = UNIT.unspaced;
    if (this.firstKind < 0) this.firstKind = UNIT.unspaced;
    if (this.firstWordKind < 0) {
      this.firstWordKind = UNIT.unspaced;
      this.firstWordUnits = 1;
    }
  }

  #addMark(kind: number, text: string, at: number, end: number): void {
    this.characters++;
    if (this.firstKind < 0) this.firstKind = kind;
    if (kind === UNIT.quote || kind === UNIT.bracket) return;
    if (kind === UNIT.sentence) this.#addSentenceMark(text, at, end);
    else this.lastKind = kind;
  }

  #addSentenceMark(text: string, at: number, end: number): void {
    const isDot = text.charCodeAt(at) === FULL_STOP;
    // Dots stand in numbers and addresses too; three of them are an ellipsis.
    if (isDot && at + 1 < end && this.#kindAt(text, at + 1) <= UNIT.digit) return;
    const follows = this.lastKind === UNIT.sentence || this.lastKind === UNIT.ellipsis;
    const isDots =
      isDot && at >= 2 && text.charCodeAt(at - 1) === FULL_STOP && text.charCodeAt(at - 2) === FULL_STOP;
    if (!follows) this.sentences++;
    this.lastKind = isDots ? UNIT.ellipsis : UNIT.sentence;
  }

  #addHash(hash: number): void {
    if (this.hashCount === this.hashes.length) {
      const grown = new Int32Array(this.hashCount * 2);
      grown.set(this.hashes);
      this.hashes = grown;
    }
    this.hashes[this.hashCount++] = joinHashes(hash, 1);
  }
}
