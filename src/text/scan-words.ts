import * as UNITS from "./character-classes.data.ts";
import {
  eachUnit,
  fillUnits,
  fillUnspaced,
  INVISIBLE,
  LazyTable,
  lowerCaseTable,
  mapUnits,
  UNIT_COUNT,
} from "./character-classes.ts";
import { HASH_START, HASH_STEP } from "./hash.ts";
import { WordCache } from "./word-cache.ts";

/** The class of a code unit for the scan: a gap, part of a word, part of a run without spaces, or skipped as if it were not there. */
const GAP = 0;
const PART = 1;
const UNSPACED = 2;
const SILENT = 3;
/** From Devanagari to Mongolian and beyond, marks are vowels: words that differ in them are different words. */
const VOWEL_SIGNS = { from: 0x0900, to: 0x1aaf } as const;
/** All units before those scripts. */
const EARLY_LETTERS = { from: 0, to: VOWEL_SIGNS.from - 1 } as const;
/** Latin and Greek letters with marks. Hangul, further on, decomposes as well, but into letters that make up the word. */
const MARKED_LETTERS = { from: 0x1e00, to: 0x1fff } as const;
const WIDE_LETTERS = { from: 0xff00, to: 0xff5e } as const;
const UNDERSCORE = 0x5f;
/** Longer runs are not sentences; cutting them bounds memory. */
const MAX_RUN = 2_000;
/** Initial capacity in words, and the most that is kept after a long text. */
const FIRST_WORDS = 64;
const KEPT_WORDS = 16_384;

/** How scripts without spaces are cut into words. */
export type UnspacedWords = "segmented" | "whole runs";

/** The class of every code unit. */
export const WORD_UNITS = /* @__PURE__ */ new LazyTable(describeUnits);
/** Every code unit in lower case; Latin, Greek and full-width letters without their marks. */
export const FOLDED_UNITS = /* @__PURE__ */ new LazyTable(foldUnits);

/**
 * The words of a range of a text without making strings: runs of letters and digits, and what the segmenter finds in scripts
 * without spaces. The arrays are scratch buffers, valid until the next `read`.
 */
export class WordScan {
  readonly #kind: Uint8Array;
  readonly #folded: Uint16Array;
  readonly #isSegmented: boolean;
  #text = "";
  #capacity = 0;
  count = 0;
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  /** Hashes of the words in lower case without accents. */
  hashes = new Int32Array(0);

  constructor(unspaced: UnspacedWords) {
    this.#kind = WORD_UNITS.table;
    this.#folded = FOLDED_UNITS.table;
    this.#isSegmented = unspaced === "segmented";
    this.#resize(FIRST_WORDS);
  }

  read(text: string, start: number, end: number): void {
    const kinds = this.#kind;
    const folded = this.#folded;
    const isSegmented = this.#isSegmented;
    this.#text = text;
    this.count = 0;
    if (this.#capacity > KEPT_WORDS) this.#resize(FIRST_WORDS);
    let at = start;
    while (at < end) {
      const first = kinds[text.charCodeAt(at)]!;
      if (first === GAP || first === SILENT) {
        at++;
        continue;
      }
      if (first === UNSPACED && isSegmented) {
        at = this.#readRun(at, end);
        continue;
      }
      const from = at;
      let hash = HASH_START;
      for (; at < end; at++) {
        const unit = text.charCodeAt(at);
        const kind = kinds[unit]!;
        // The most common case first.
        if (kind === PART || (kind === UNSPACED && !isSegmented)) {
          hash = Math.imul(hash ^ folded[unit]!, HASH_STEP);
        } else if (kind !== SILENT) break;
      }
      this.#add(from, at, hash);
    }
  }

  /** Reads the words of a run without spaces; gives where it ends. */
  #readRun(from: number, end: number): number {
    const text = this.#text;
    const stop = Math.min(end, from + MAX_RUN);
    let to = from;
    for (; to < stop; to++) {
      const kind = this.#kind[text.charCodeAt(to)]!;
      if (kind !== UNSPACED && kind !== SILENT) break;
    }
    const segments = segmentRun(text.slice(from, to));
    for (let index = 0; index < segments.length; index++) {
      const start = from + segments[index]!;
      const next = index + 1 < segments.length ? from + segments[index + 1]! : to;
      let hash = HASH_START;
      for (let at = start; at < next; at++) {
        const unit = text.charCodeAt(at);
        if (this.#kind[unit] !== SILENT) hash = Math.imul(hash ^ this.#folded[unit]!, HASH_STEP);
      }
      this.#add(start, next, hash);
    }
    return to;
  }

  #add(start: number, end: number, hash: number): void {
    if (this.count === this.#capacity) this.#resize(this.count * 2);
    const word = this.count++;
    this.starts[word] = start;
    this.ends[word] = end;
    this.hashes[word] = hash;
  }

  #resize(capacity: number): void {
    this.#capacity = capacity;
    this.starts = resizedInts(this.starts, capacity);
    this.ends = resizedInts(this.ends, capacity);
    this.hashes = resizedInts(this.hashes, capacity);
  }
}

/** A copy of an array with another capacity; what does not fit is cut off. */
export function resizedInts(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const other = new Int32Array(capacity);
  other.set(array.subarray(0, capacity));
  return other;
}

function describeUnits(): Uint8Array {
  const kind = new Uint8Array(UNIT_COUNT);
  fillUnits(kind, UNITS.letters, PART);
  fillUnits(kind, UNITS.numbers, PART);
  eachUnit(UNITS.marks, (unit) => {
    kind[unit] = isIn(VOWEL_SIGNS, unit) ? PART : SILENT;
  });
  fillUnspaced(kind, UNSPACED);
  fillUnits(kind, UNITS.signs, GAP);
  kind[UNDERSCORE] = PART;
  // Surrogate pairs, letters and emoji alike, are parts of words.
  kind.fill(PART, 0xd800, 0xe000);
  for (const unit of INVISIBLE) kind[unit] = SILENT;
  return kind;
}

function foldUnits(): Uint16Array {
  const folded = lowerCaseTable();
  const marked: number[] = [];
  for (const { from, to } of [EARLY_LETTERS, MARKED_LETTERS, WIDE_LETTERS]) {
    for (let unit = from; unit <= to; unit++) marked.push(unit);
  }
  mapUnits(folded, marked, (text) => text.normalize("NFKD").toLowerCase());
  return folded;
}

function isIn({ from, to }: { readonly from: number; readonly to: number }, unit: number): boolean {
  return unit >= from && unit <= to;
}

let segmenter: Intl.Segmenter | undefined;

/** Runs per cache generation: those of several pages, since extractors ask for each twice and pages of a site repeat its menus. */
const GENERATION_RUNS = 4096;
const MAX_LETTERS = 200;
const known = new WordCache<readonly number[]>(GENERATION_RUNS, MAX_LETTERS);

/** Where the words of a run of a script without spaces begin, as offsets; the first is always 0. */
export function segmentRun(run: string): readonly number[] {
  return known.get(run) ?? segmentAll([run])[0]!;
}

/** The same for all runs of a page at once, which takes half the time. */
export function segmentRuns(runs: readonly string[]): (readonly number[])[] {
  const fresh: string[] = [];
  const places = new Map<string, number>();
  // For every run its word starts, or its index among the fresh ones.
  const found = runs.map((run) => {
    const starts = known.get(run);
    if (starts !== undefined) return starts;
    const place = places.get(run) ?? fresh.push(run) - 1;
    places.set(run, place);
    return place;
  });
  const cut = segmentAll(fresh);
  return found.map((starts) => (typeof starts === "number" ? cut[starts]! : starts));
}

function segmentAll(runs: readonly string[]): (readonly number[])[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const found: number[][] = [];
  let start = 0;
  let starts: number[] = [];
  if (runs.length === 0) return found;
  // A line feed is a segment of its own, and the text before it does not affect the text after it.
  for (const { index } of segmenter.segment(`${runs.join("\n")}\n`)) {
    const run = runs[found.length]!;
    if (index < start + run.length) {
      starts.push(index - start);
      continue;
    }
    known.set(run, starts);
    found.push(starts);
    starts = [];
    start = index + 1;
  }
  return found;
}
