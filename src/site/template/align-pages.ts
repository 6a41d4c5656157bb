import { type Extraction, headlineKey, KEEP_SCORE, type Page, TEXT_LEAF } from "../../page/index.ts";
import { findProseLeaves } from "../../profile/index.ts";
import { hashText, words } from "../../text/index.ts";
import { flatSegments } from "../partition/flat-segments.ts";

/** Segments of a page that are aligned; after them only texts are compared. */
const MAX_SEGMENTS = 2000;
/** Deviation: with the paper's ratio of similar to other words at 1, a Jaccard of 0.5, segments of short stories match by the text around them. */
const MIN_JACCARD = 0.9;
/** Steps of an alignment, stored for the traceback. */
const STEP = { both: 0, onlyA: 1, onlyB: 2 } as const;

/** The alignment of two pages. */
interface PageAlignment {
  /** The aligned flat segments. */
  readonly pairs: readonly AlignedPair[];
  /** By leaf of each page: 1 for content, 0 if the other page has it too or it is hidden. */
  readonly contentA: Uint8Array;
  readonly contentB: Uint8Array;
}

/** Aligns the flat segments of two pages by Jaccard similarity: matches are decoration, the rest is content. */
export function alignPages(a: Page, b: Page): PageAlignment {
  return alignViews(makeMiningView(a), makeMiningView(b));
}

/** Like `alignPages`, for pages that are already read. */
export function alignViews(a: MiningView, b: MiningView): PageAlignment {
  const pairs = alignSequences({
    lengthA: Math.min(a.segments.length, MAX_SEGMENTS),
    lengthB: Math.min(b.segments.length, MAX_SEGMENTS),
    isSimilar: (one, other) => isSimilar(a.segments[one]!, b.segments[other]!),
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
 * Content is all but matched segments and texts that the other page has too. Deviation: the paper decides by segments alone,
 * but one segment may contain both the story and the words "Read more".
 */
function findContent(own: MiningView, other: MiningView, matched: readonly number[]): Uint8Array {
  const known = new Set(other.texts.filter((_, leaf) => other.words[leaf]! > 0));
  const content = Uint8Array.from(own.texts, (text, leaf) =>
    Number(own.words[leaf]! > 0 && !known.has(text)),
  );
  for (const segment of matched) content.fill(0, own.segments[segment]!.from, own.segments[segment]!.to);
  return content;
}

/** Whether the Jaccard similarity is high enough; most pairs are rejected after a few words. */
function isSimilar({ words: a }: Segment, { words: b }: Segment): boolean {
  const allowed = ((a.length + b.length) * (1 - MIN_JACCARD)) / (1 + MIN_JACCARD);
  if (Math.abs(a.length - b.length) > allowed) return false;
  let [atA, atB, different] = [0, 0, 0];
  while (atA < a.length && atB < b.length && different <= allowed) {
    const difference = a[atA]! - b[atB]!;
    if (difference !== 0) different++;
    if (difference <= 0) atA++;
    if (difference >= 0) atB++;
  }
  return different + (a.length - atA) + (b.length - atB) <= allowed;
}

/** Two aligned positions; -1 for a gap. */
interface AlignedPair {
  readonly a: number;
  readonly b: number;
  /** Whether they are similar; a substitution is aligned but not a match. */
  readonly isMatch: boolean;
}

/** Two sequences to align. */
interface Sequences {
  readonly lengthA: number;
  readonly lengthB: number;
  isSimilar(a: number, b: number): boolean;
}

/** The alignment with the smallest Levenshtein distance; common prefixes and suffixes are matched first. */
export function alignSequences({ lengthA, lengthB, isSimilar }: Sequences): AlignedPair[] {
  const shorter = Math.min(lengthA, lengthB);
  let head = 0;
  while (head < shorter && isSimilar(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && isSimilar(lengthA - 1 - tail, lengthB - 1 - tail)) tail++;
  const middle = alignMiddle({
    lengthA: lengthA - head - tail,
    lengthB: lengthB - head - tail,
    isSimilar: (a, b) => isSimilar(a + head, b + head),
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

function alignMiddle({ lengthA, lengthB, isSimilar }: Sequences): AlignedPair[] {
  const width = lengthB + 1;
  const steps = new Uint8Array((lengthA + 1) * width);
  const similar = new Uint8Array(steps.length);
  steps.fill(STEP.onlyB, 0, width);
  let above = Int32Array.from({ length: width }, (_, b) => b);
  let row = new Int32Array(width);
  for (let a = 1; a <= lengthA; a++) {
    row[0] = a;
    steps[a * width] = STEP.onlyA;
    for (let b = 1; b < width; b++) {
      const cell = a * width + b;
      similar[cell] = Number(isSimilar(a - 1, b - 1));
      const both = above[b - 1]! + 1 - similar[cell]!;
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
    const isMatch = step === STEP.both && similar[cell] === 1;
    pairs.push({ a: step === STEP.onlyB ? -1 : a, b: step === STEP.onlyA ? -1 : b, isMatch });
  }
  return pairs.reverse();
}

/** Longer texts are not headlines. */
const MAX_TITLE_CHARACTERS = 500;
/** Shorter titles, such as "News", are also names of sections. */
const MIN_TITLE_KEY = 8;

/** A flat segment with the features for alignment. */
interface Segment {
  /** Its range of leaves, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** The sorted hashes of its words, each once. */
  readonly words: Int32Array;
}

/** What mining needs of a page, computed once, by leaf. */
export interface MiningView {
  readonly page: Page;
  readonly segments: readonly Segment[];
  /** The hash of the text. */
  readonly texts: Int32Array;
  /** The number of words; 0 if the text is hidden. */
  readonly words: Int32Array;
  /** 1 if the block has several words outside of links and fewer inside. */
  readonly isProse: Uint8Array;
  /** 1 if the page states the text as its title. */
  readonly isTitle: Uint8Array;
}

/** A page with its content, found by comparison with similar pages. */
export interface ComparedPage {
  readonly view: MiningView;
  /** The path of every leaf's parent. */
  readonly paths: Int32Array;
  /** By leaf: 1 for content. */
  readonly content: Uint8Array;
}

/** Reads a page for mining; text that the extractor's `answer` drops does not count as prose. */
export function makeMiningView(page: Page, answer?: Extraction): MiningView {
  const { count } = page.leaves;
  const texts = new Int32Array(count);
  const isTitle = new Uint8Array(count);
  const hashes: (readonly number[])[] = [];
  const titleKeys = page.titleCandidates.map(({ text }) => headlineKey(text));
  for (let leaf = 0; leaf < count; leaf++) {
    const text = visibleText(page, leaf);
    const found = words(text);
    hashes.push(found.map(hashText));
    texts[leaf] = hashText(found.join(" "));
    isTitle[leaf] = Number(isStatedTitle(text, titleKeys));
  }
  const segments = flatSegments(page).map(({ from, to }) => {
    const own = new Set(hashes.slice(from, to).flat());
    return { from, to, words: Int32Array.from(own).sort() };
  });
  const prose = findProseLeaves(page);
  if (answer !== undefined) {
    for (let leaf = 0; leaf < count; leaf++) if (answer.scores[leaf]! < KEEP_SCORE) prose.isProse[leaf] = 0;
  }
  return { page, segments, texts, ...prose, isTitle };
}

function visibleText({ document, leaves }: Page, leaf: number): string {
  if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) return "";
  const node = leaves.node[leaf]!;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** By prefix, since the title of a page may name the site after the headline. */
function isStatedTitle(text: string, titleKeys: readonly string[]): boolean {
  if (text === "" || text.length > MAX_TITLE_CHARACTERS) return false;
  const key = headlineKey(text);
  return key.length >= MIN_TITLE_KEY && titleKeys.some((title) => title.startsWith(key));
}
