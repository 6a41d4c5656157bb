import {
  eachUnit,
  fillUnits,
  fillUnspaced,
  INVISIBLE,
  joinHashes,
  LazyTable,
  lowerCaseTable,
  type ScratchArena,
  UNIT_COUNT,
  UNITS,
} from "../../text/index.ts";

const FULL_STOP = 0x2e;
const DIGIT_ZERO = 0x30;
/** A word of at most this many letters is most often an article, a preposition or a pronoun, in any language. */
const SHORT_WORD = 3;
const YEAR = { digits: 4, first: 1900, last: 2099 } as const;
const LOWER_MASK = 0xffff;
/** Initial capacity for word hashes; it doubles when full. */
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

  /** Begins a new block: counts start at 0 again, hashes are kept. */
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
    // Loaded once, not for every unit.
    const { lower, digit, unspaced, space, silent } = UNIT;
    // Nearly all units are lower case: counted in a register, since each add in memory waits for the one before.
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

  /** Whether the four letters and digits from a place on are a year; silent units may be among them. */
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
    // Dots are in numbers and addresses too; three of them are an ellipsis.
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

/** Longer texts are cut: no article is longer, and a hostile page can state megabytes. */
const MAX_CHARACTERS = 500_000;
const MIN_WORDS = 8;

/** The word hashes of a text. */
export function hashWords(text: string): Int32Array {
  const end = Math.min(text.length, MAX_CHARACTERS);
  const scan = new TextScan(Math.max(MIN_WORDS, end >> 2));
  scan.read(text, 0, end);
  return scan.hashes.subarray(0, scan.hashCount);
}

/** The hash of every pair of neighbouring words, by its first word. */
export function hashPairs(hashes: Int32Array, scratch: ScratchArena): Int32Array {
  const pairs = scratch.ints(Math.max(0, hashes.length - 1));
  for (let at = 0; at < pairs.length; at++) pairs[at] = joinHashes(hashes[at]!, hashes[at + 1]!);
  return pairs;
}

/** The hash of every run of four words, by its first word. */
export function hashFours(pairs: Int32Array, scratch: ScratchArena): Int32Array {
  const fours = scratch.ints(Math.max(0, pairs.length - 2));
  for (let at = 0; at < fours.length; at++) fours[at] = joinHashes(pairs[at]!, pairs[at + 2]!);
  return fours;
}

/** What a UTF-16 unit is to the features; letters and digits come first, so that one comparison finds them. */
export const UNIT = {
  lower: 0,
  upper: 1,
  letter: 2,
  digit: 3,
  unspaced: 4,
  sentence: 5,
  comma: 6,
  quote: 7,
  bracket: 8,
  bar: 9,
  colon: 10,
  rights: 11,
  ellipsis: 12,
  sign: 13,
  space: 14,
  silent: 15,
} as const;
const UNIT_KINDS = 16;

/** Marks by kind, of Latin, Greek, Armenian, Arabic, Indic, Ethiopic, Khmer, Burmese and East Asian writing. */
const MARKS = [
  [
    "sentence",
    ".!?\u037e\u0589\u061f\u06d4\u0964\u0965\u104a\u104b\u1362\u1367\u1368\u17d4\u3002\uff01\uff0e\uff1f\uff61",
  ],
  ["comma", ",\u055d\u060c\u1363\u3001\ufe50\uff0c\uff64"],
  ["quote", '"\u00ab\u00bb\u2018\u201a\u201c\u201d\u201e\u201f\u300c\u300d\u300e\u300f\uff02'],
  ["bracket", "()[]{}\u3008\u3009\u300a\u300b\u3010\u3011\u3014\u3015\uff08\uff09\uff3b\uff3d"],
  [
    "bar",
    "|/\\<>+*\u00a6\u00b7\u2022\u2023\u2039\u203a\u25a0\u25aa\u25b6\u25ba\u25c0\u25cf\u2605\u2606\u30fb\uff5c",
  ],
  ["colon", ":\uff1a"],
  ["rights", "@\u00a9\u00ae\u2122"],
  ["ellipsis", "\u2026\u22ef"],
  // An apostrophe is inside words.
  ["silent", "'\u2019"],
] as const;
const ARROWS = { from: 0x2190, to: 0x21ff } as const;

/** The kind of a unit is in the bits from here up, the unit in lower case below. */
const KIND_SHIFT = 16;

/** For every UTF-16 unit its kind, a value of `UNIT`, and itself in lower case, in one number. */
export const FEATURE_UNITS = /* @__PURE__ */ new LazyTable(makeTable);

function makeTable(): Uint32Array {
  const kind = new Uint8Array(UNIT_COUNT).fill(UNIT.sign);
  const lower = lowerCaseTable();
  fillUnits(kind, UNITS.marks, UNIT.silent);
  fillUnits(kind, UNITS.numbers, UNIT.digit);
  fillUnits(kind, UNITS.letters, UNIT.letter);
  eachUnit(UNITS.smallLetters, (unit) => {
    if (kind[unit] === UNIT.letter) kind[unit] = UNIT.lower;
  });
  eachUnit(UNITS.capitals, (unit) => {
    if (kind[unit] === UNIT.letter || kind[unit] === UNIT.lower) kind[unit] = UNIT.upper;
  });
  fillUnits(kind, UNITS.spaces, UNIT.space);
  fillUnspaced(kind, UNIT.unspaced);
  // Surrogate pairs: the first half counts as a letter, the second belongs to it.
  kind.fill(UNIT.letter, 0xd800, 0xdc00);
  kind.fill(UNIT.silent, 0xdc00, 0xe000);
  kind.fill(UNIT.bar, ARROWS.from, ARROWS.to + 1);
  for (const unit of INVISIBLE) kind[unit] = UNIT.silent;
  for (const [name, marks] of MARKS) for (const mark of marks) kind[mark.charCodeAt(0)] = UNIT[name];
  const table = new Uint32Array(kind.length);
  // A call per unit would take longer on the first page than the rest of this function.
  for (let unit = 0; unit < table.length; unit++) table[unit] = (kind[unit]! << KIND_SHIFT) | lower[unit]!;
  return table;
}
