import type { Page } from "../../page/index.ts";
import { type AlignedPair, alignSequences } from "./align-sequences.ts";
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
