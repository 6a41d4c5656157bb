import { HASH_START, HASH_STEP } from "./hash.ts";
import { INVISIBLE } from "./invisible.ts";
import { fillUnspaced, segmentRun } from "./segment.ts";
import { eachUnit, fillUnits, sameUnits, UNIT_COUNT } from "./unit-sets.ts";

/** What a UTF-16 unit is to the scan: no part of a word, part of one, part of a run without spaces, or not seen at all. */
const GAP = 0;
const PART = 1;
const UNSPACED = 2;
const SILENT = 3;
/** From Devanagari to Mongolian and farther, marks are vowels: words that differ in them are other words. */
const VOWEL_SIGNS = { from: 0x0900, to: 0x1aaf } as const;
/** All before the scripts whose marks are vowels. */
const EARLY_LETTERS = { from: 0, to: VOWEL_SIGNS.from - 1 } as const;
/** Latin and Greek letters with marks; beyond them Hangul is made of such pieces, and taking these off would make other words. */
const MARKED_LETTERS = { from: 0x1e00, to: 0x1fff } as const;
const WIDE_LETTERS = { from: 0xff00, to: 0xff5e } as const;
/** Longer runs are no sentence; cut, they never ask for more memory than this. */
const MAX_RUN = 2_000;
const NO_SEGMENTS: readonly number[] = [];

/** How scripts without spaces are cut into words. */
export type UnspacedWords = "segmented" | "whole runs";

interface Units {
  readonly kind: Uint8Array;
  readonly folded: Uint16Array;
}
let units: Units | undefined;

/**
 * Goes through the words of a text without making strings: runs of letters and digits, and what the segmenter says
 * where a script has no spaces. `hash` is that of the word in lower case without accents.
 */
export class WordScan {
  readonly #kind: Uint8Array;
  readonly #folded: Uint16Array;
  readonly #isSegmented: boolean;
  #text = "";
  #at = 0;
  #stop = 0;
  #segments = NO_SEGMENTS;
  #segment = 0;
  #segmentsStart = 0;
  #segmentsEnd = 0;
  start = 0;
  end = 0;
  hash = 0;

  constructor(unspaced: UnspacedWords) {
    units ??= describeUnits();
    this.#kind = units.kind;
    this.#folded = units.folded;
    this.#isSegmented = unspaced === "segmented";
  }

  /** Begins anew with a range of a text. */
  read(text: string, start: number, end: number): void {
    this.#text = text;
    this.#at = start;
    this.#stop = end;
    this.#segment = 0;
    this.#segments = NO_SEGMENTS;
  }

  /** Steps to the next word; false at the end. */
  next(): boolean {
    if (this.#segment < this.#segments.length) return this.#nextSegment();
    const text = this.#text;
    const stop = this.#stop;
    const kinds = this.#kind;
    const folded = this.#folded;
    let at = this.#at;
    let kind = GAP;
    for (; at < stop; at++) {
      kind = kinds[text.charCodeAt(at)]!;
      if (kind !== GAP && kind !== SILENT) break;
    }
    if (at >= stop) return false;
    if (kind === UNSPACED && this.#isSegmented) return this.#readRun(at);
    let hash = HASH_START;
    this.start = at;
    for (; at < stop; at++) {
      const unit = text.charCodeAt(at);
      kind = kinds[unit]!;
      if (kind === PART) hash = Math.imul(hash ^ folded[unit]!, HASH_STEP);
      else if (kind === GAP || (kind === UNSPACED && this.#isSegmented)) break;
      else if (kind === UNSPACED) hash = Math.imul(hash ^ folded[unit]!, HASH_STEP);
    }
    this.end = at;
    this.hash = hash;
    this.#at = at;
    return true;
  }

  /** The first two letters of the word as one number: words with one stem share it. */
  prefix(): number {
    const first = this.#folded[this.#text.charCodeAt(this.start)]!;
    let at = this.start + 1;
    while (at < this.end && this.#kind[this.#text.charCodeAt(at)] === SILENT) at++;
    const second = at < this.end ? this.#folded[this.#text.charCodeAt(at)]! : 0;
    return Math.imul(first, 31) + second;
  }

  #readRun(from: number): boolean {
    let at = from;
    const stop = Math.min(this.#stop, from + MAX_RUN);
    for (; at < stop; at++) {
      const kind = this.#kind[this.#text.charCodeAt(at)]!;
      if (kind !== UNSPACED && kind !== SILENT) break;
    }
    this.#segments = segmentRun(this.#text.slice(from, at));
    this.#segment = 0;
    this.#segmentsStart = from;
    this.#segmentsEnd = at;
    this.#at = at;
    return this.#nextSegment();
  }

  #nextSegment(): boolean {
    const index = this.#segment++;
    this.start = this.#segmentsStart + this.#segments[index]!;
    const next = this.#segments[index + 1];
    this.end = next === undefined ? this.#segmentsEnd : this.#segmentsStart + next;
    let hash = HASH_START;
    for (let at = this.start; at < this.end; at++) {
      const unit = this.#text.charCodeAt(at);
      if (this.#kind[unit] !== SILENT) hash = Math.imul(hash ^ this.#folded[unit]!, HASH_STEP);
    }
    this.hash = hash;
    return true;
  }
}

function describeUnits(): Units {
  const kind = new Uint8Array(UNIT_COUNT);
  fillUnits(kind, /\p{L}+/gu, PART);
  fillUnits(kind, /\p{N}+/gu, PART);
  fillUnits(kind, /_/gu, PART);
  eachUnit(/\p{M}+/gu, (unit) => {
    kind[unit] = isIn(VOWEL_SIGNS, unit) ? PART : SILENT;
  });
  fillUnspaced(kind, UNSPACED);
  fillUnits(kind, /[^\p{L}\p{N}\p{M}_]+/gu, GAP);
  // Beyond the first plane letters and pictures alike are parts of words: both halves go together.
  kind.fill(PART, 0xd800, 0xe000);
  for (const unit of INVISIBLE) kind[unit] = SILENT;
  return { kind, folded: foldUnits() };
}

/** Every unit in lower case, Latin and Greek letters and wide ones without their marks. */
function foldUnits(): Uint16Array {
  const folded = sameUnits();
  const fold = (unit: number, plain: string) => {
    const lower = plain.toLowerCase();
    if (lower.length > 0) folded[unit] = lower.charCodeAt(0);
  };
  eachUnit(/\p{Changes_When_Lowercased}+/gu, (unit) => fold(unit, String.fromCharCode(unit)));
  for (const { from, to } of [EARLY_LETTERS, MARKED_LETTERS, WIDE_LETTERS]) {
    for (let unit = from; unit <= to; unit++) fold(unit, String.fromCharCode(unit).normalize("NFKD"));
  }
  return folded;
}

function isIn({ from, to }: { readonly from: number; readonly to: number }, unit: number): boolean {
  return unit >= from && unit <= to;
}
