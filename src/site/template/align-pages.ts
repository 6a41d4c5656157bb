import type { Page } from "../../page/index.ts";
import { type PageReading, readPage, type Segment } from "./page-reading.ts";

/** Segments of a page that are aligned at most; of what comes after them only the texts are compared. */
const MAX_SEGMENTS = 2000;
/** Deviation: with the paper's one word in common for each other one, segments of short stories match by what is around them. */
const MIN_JACCARD = 0.9;

/** Two pages side by side. */
export interface PageAlignment {
  /** Their flat segments. */
  readonly pairs: readonly AlignedPair[];
  /** By leaf of each page: 1 where it is content, 0 where the other page has it too or a reader does not see it. */
  readonly contentA: Uint8Array;
  readonly contentB: Uint8Array;
}

/** What two pages of a site share is decoration, what differs is content: their flat segments aligned, matches told by Jaccard. */
export function alignPages(a: Page, b: Page): PageAlignment {
  return alignReadings(readPage(a), readPage(b));
}

/** Like `alignPages`, for pages that were read before. */
export function alignReadings(a: PageReading, b: PageReading): PageAlignment {
  const pairs = alignSequences({
    lengthA: Math.min(a.segments.length, MAX_SEGMENTS),
    lengthB: Math.min(b.segments.length, MAX_SEGMENTS),
    isAlike: (one, other) => isAlike(a.segments[one]!, b.segments[other]!),
  });
  const matches = pairs.filter(({ isMatch }) => isMatch);
  return {
    pairs,
    contentA: findContent(
      a,
      b,
      matches.map((match) => match.a),
    ),
    contentB: findContent(
      b,
      a,
      matches.map((match) => match.b),
    ),
  };
}

/**
 * Content is all but matched segments and texts that the other page has too. Deviation: the paper tells by segments alone,
 * but a segment may hold the story and the words "Read more" alike.
 */
function findContent(own: PageReading, other: PageReading, matched: readonly number[]): Uint8Array {
  const known = new Set(other.texts.filter((_, leaf) => other.words[leaf]! > 0));
  const content = Uint8Array.from(own.texts, (text, leaf) =>
    Number(own.words[leaf]! > 0 && !known.has(text)),
  );
  for (const segment of matched) content.fill(0, own.segments[segment]!.from, own.segments[segment]!.to);
  return content;
}

/** Whether the Jaccard similarity is high enough; most pairs are told to be unlike after a few words. */
function isAlike({ words: a }: Segment, { words: b }: Segment): boolean {
  const allowed = ((a.length + b.length) * (1 - MIN_JACCARD)) / (1 + MIN_JACCARD);
  if (Math.abs(a.length - b.length) > allowed) return false;
  let [atA, atB, unlike] = [0, 0, 0];
  while (atA < a.length && atB < b.length && unlike <= allowed) {
    const difference = a[atA]! - b[atB]!;
    if (difference !== 0) unlike++;
    if (difference <= 0) atA++;
    if (difference >= 0) atB++;
  }
  return unlike + (a.length - atA) + (b.length - atB) <= allowed;
}

/** Two places that an alignment puts side by side; -1 where one sequence has none. */
export interface AlignedPair {
  readonly a: number;
  readonly b: number;
  /** Whether they are alike; places side by side need not be. */
  readonly isMatch: boolean;
}

/** What an alignment asks of two sequences. */
interface Sequences {
  readonly lengthA: number;
  readonly lengthB: number;
  isAlike(a: number, b: number): boolean;
}

/** Steps of an alignment, as stored for the way back. */
const STEP = { both: 0, onlyA: 1, onlyB: 2 } as const;

/** The alignment of least Levenshtein distance: matches cost nothing, all else 1. Equal ends are not searched. */
export function alignSequences({ lengthA, lengthB, isAlike }: Sequences): AlignedPair[] {
  const shorter = Math.min(lengthA, lengthB);
  let head = 0;
  while (head < shorter && isAlike(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && isAlike(lengthA - 1 - tail, lengthB - 1 - tail)) tail++;
  const middle = alignMiddle({
    lengthA: lengthA - head - tail,
    lengthB: lengthB - head - tail,
    isAlike: (a, b) => isAlike(a + head, b + head),
  });
  return [
    ...Array.from({ length: head }, (_, at) => ({ a: at, b: at, isMatch: true })),
    ...middle.map(({ a, b, isMatch }) => ({ a: a < 0 ? a : a + head, b: b < 0 ? b : b + head, isMatch })),
    ...Array.from({ length: tail }, (_, at) => ({
      a: lengthA - tail + at,
      b: lengthB - tail + at,
      isMatch: true,
    })),
  ];
}

function alignMiddle({ lengthA, lengthB, isAlike }: Sequences): AlignedPair[] {
  const width = lengthB + 1;
  const steps = new Uint8Array((lengthA + 1) * width);
  const alike = new Uint8Array(steps.length);
  steps.fill(STEP.onlyB, 0, width);
  let above = Int32Array.from({ length: width }, (_, b) => b);
  let row = new Int32Array(width);
  for (let a = 1; a <= lengthA; a++) {
    row[0] = a;
    steps[a * width] = STEP.onlyA;
    for (let b = 1; b < width; b++) {
      const cell = a * width + b;
      alike[cell] = Number(isAlike(a - 1, b - 1));
      const both = above[b - 1]! + 1 - alike[cell]!;
      const single = Math.min(above[b]!, row[b - 1]!) + 1;
      row[b] = Math.min(both, single);
      if (both > single) steps[cell] = above[b]! <= row[b - 1]! ? STEP.onlyA : STEP.onlyB;
    }
    [above, row] = [row, above];
  }
  const pairs: AlignedPair[] = [];
  for (let a = lengthA, b = lengthB; a > 0 || b > 0; ) {
    const cell = a * width + b;
    const step = steps[cell];
    if (step !== STEP.onlyB) a--;
    if (step !== STEP.onlyA) b--;
    const isMatch = step === STEP.both && alike[cell] === 1;
    pairs.push({ a: step === STEP.onlyB ? -1 : a, b: step === STEP.onlyA ? -1 : b, isMatch });
  }
  return pairs.reverse();
}
