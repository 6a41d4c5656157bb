import { attribute, type Document, tagName } from "../html/index.ts";
import { KEEP_SCORE } from "./extraction.ts";
import { shortAttribute } from "./landmarks.ts";
import { leafAt, leafWords, TEXT_LEAF } from "./leaves.ts";
import type { Page } from "./page.ts";

/** One of several like parts of a page that each state a time: an update of a live blog, a post, a comment. */
export interface TimedEntry {
  /** Its nodes are `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** The element or text that states its time. */
  readonly mark: number;
  /** That time in minutes, since 1970 or since midnight; undefined where it says no more than a day. */
  readonly minutes: number | undefined;
  /** Words outside links. */
  readonly words: number;
}

/** An entry whose time is yet to be read. */
type Part = Omit<TimedEntry, "minutes">;

/** Longer texts are sentences with a time in them. */
const MAX_MARK_CHARACTERS = 40;
/** What a clock shows: 7:05, 19h05, 19.05 Uhr. */
const CLOCK = /(?:^|[^\d:.])([01]?\d|2[0-3])(?:[:h]|\.(?=\d\d uhr))([0-5]\d)(?![\d%])/i;
const YEAR = /(?:^|\D)(?:199|20[0-4])\d(?!\d)/;
/** Enough to recognise any list. */
const MAX_MARKS = 1_000;
/** A time is this deep in its entry at most. */
const MAX_CLIMB = 12;
/** Parts with fewer words are lines of tables and menus. */
const MIN_WORDS = 3;
const MIN_ENTRIES = 3;
/** Only the longest lists of a page are read. */
const MAX_LISTS = 5;

/** A time without a zone counts as UTC's, so that every machine decides alike. */
const UNZONED = /(?<![+-])\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
/** The length of 2024-05-03; longer values have a time of day. */
const DAY_CHARACTERS = 10;
const MINUTE_MS = 60_000;

/** A part of a page by its first node, with the first time in it. */
type Starts = Map<number, number>;

/** The list of parts with times that holds most of a page's words, in document order; empty where no three parts are alike. */
export function timedEntries(page: Page): readonly TimedEntry[] {
  // Warnings, verdict and date all use them.
  return page.view(findEntries);
}

function findEntries(page: Page): readonly TimedEntry[] {
  const marks = findMarks(page);
  if (marks.length < MIN_ENTRIES) return [];
  const countWords = plainWordCounter(page);
  const lists = findLists(page.document, marks)
    .sort((a, b) => b.size - a.size)
    .slice(0, MAX_LISTS)
    .map((starts) => readParts(page.document, starts, countWords));
  const sizes = lists.map((parts) => parts.reduce((sum, { words }) => sum + words, 0));
  const best = lists[sizes.indexOf(Math.max(...sizes))] ?? [];
  if (best.length < MIN_ENTRIES) return [];
  return best.map((part) => ({ ...part, minutes: minutesOf(page.document, part.mark) }));
}

/** The elements and short texts that state a time, in document order. */
function findMarks({ document, leaves, landmarks }: Page): readonly number[] {
  const marks = landmarks.times.slice(0, MAX_MARKS);
  for (let leaf = 0; leaf < leaves.count && marks.length < MAX_MARKS; leaf++) {
    const node = leaves.node[leaf]!;
    const [from, to] = [document.textStart[node]!, document.textEnd[node]!];
    if (to - from > MAX_MARK_CHARACTERS || leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF)
      continue;
    // Few short texts have one, and only they are cut out.
    if (!hasDigit(document.text, from, to)) continue;
    const text = document.text.slice(from, to);
    if (statesTime(text)) marks.push(node);
  }
  return marks.sort((a, b) => a - b);
}

/** Whether a short text holds a time of day or a year. */
export function statesTime(text: string): boolean {
  return CLOCK.test(text) || YEAR.test(text);
}

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

/** Siblings with similar markup that hold times. */
function findLists(document: Document, marks: readonly number[]): Starts[] {
  const { starts, parts } = findStarts(document, marks);
  const lists = new Map<string, Starts>();
  for (const [node, mark] of starts) {
    const parent = document.parent[node]!;
    // Most elements hold one or two parts with times; the classes of these are not read.
    if (parts.get(parent)! < MIN_ENTRIES) continue;
    const key = `${parent} ${looksOf(document, node)}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, new Map([[node, mark]]));
    else list.set(node, mark);
  }
  return [...lists.values()].filter(({ size }) => size >= MIN_ENTRIES);
}

/** The elements around times, each with the first in it, and how many of them each parent has. */
function findStarts(
  { parent }: Document,
  marks: readonly number[],
): { readonly starts: Starts; readonly parts: ReadonlyMap<number, number> } {
  const starts: Starts = new Map();
  const parts = new Map<number, number>();
  for (const mark of marks) {
    let node = mark;
    // An earlier mark that came to this element has climbed on from here.
    for (let climbed = 0; climbed < MAX_CLIMB && node > 0 && !starts.has(node); climbed++) {
      starts.set(node, mark);
      const around = parent[node]!;
      parts.set(around, (parts.get(around) ?? 0) + 1);
      node = around;
    }
  }
  return { starts, parts };
}

/** An element's name and the first of its classes; the others often distinguish even from odd, and first from last. */
export function looksOf(document: Document, node: number): string {
  const classes = shortAttribute(document, node, "class") ?? "";
  const [first = ""] = classes.trim().split(/\s/, 1);
  return `${tagName(document, node)} ${first}`;
}

/** Each entry ends where the next begins: its text can be beside the element that holds its time. */
function readParts(
  document: Document,
  starts: Starts,
  countWords: (from: number, to: number) => number,
): readonly Part[] {
  const nodes = [...starts.keys()];
  const end = document.end[document.parent[nodes[0]!]!]!;
  return nodes
    .map((from, at) => {
      const to = nodes[at + 1] ?? end;
      return { from, to, mark: starts.get(from)!, words: countWords(from, to) };
    })
    .filter(({ words }) => words >= MIN_WORDS);
}

function minutesOf(document: Document, mark: number): number | undefined {
  const stated = attribute(document, mark, "datetime")?.slice(0, MAX_MARK_CHARACTERS) ?? "";
  if (stated.length > DAY_CHARACTERS) {
    const time = Date.parse(UNZONED.test(stated) ? `${stated}Z` : stated);
    if (!Number.isNaN(time)) return time / MINUTE_MS;
  }
  const [from, to] = [document.textStart[mark]!, document.textEnd[mark]!];
  const clock = CLOCK.exec(document.text.slice(from, Math.min(to, from + MAX_MARK_CHARACTERS)));
  return clock ? Number(clock[1]) * 60 + Number(clock[2]) : undefined;
}

/** Counts the words outside links between two nodes; each leaf only once, since lists are nested. */
function plainWordCounter(page: Page): (from: number, to: number) => number {
  const { leaves } = page;
  const counted = new Int32Array(leaves.count).fill(-1);
  return (from, to) => {
    let count = 0;
    for (let leaf = leafAt(leaves, from); leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
      if (leaves.visible[leaf] === 0 || leaves.anchor[leaf]! >= 0) continue;
      if (counted[leaf]! < 0) counted[leaf] = leafWords(page, leaf);
      count += counted[leaf]!;
    }
    return count;
  };
}

/** Fewer updates are parts of an article, or of a programme. */
const MIN_UPDATES = 6;
/** With fewer words each they are lines of a programme. */
const MIN_MEAN_WORDS = 15;
/** Entries with a clock's time, of all entries. */
const MIN_CLOCK_SHARE = 0.8;
/** What takes longer is a diary, or a list of articles. */
const MAX_SPAN_MINUTES = 3 * 24 * 60;
/** Steps against the order, of all steps: midnight, and updates that were put in later. */
const MAX_DISORDER = 0.1;
/** Entries with a smaller share of the kept words are beside the article, as comments are. */
const MIN_KEPT_SHARE = 0.5;

/** The updates of a live blog, where the kept leaves of a page are mostly parts with clock times in order; else none. */
export function liveEntries(page: Page, scores: ArrayLike<number>): readonly TimedEntry[] {
  const entries = timedEntries(page);
  const times = entries.flatMap(({ minutes }) => minutes ?? []);
  if (times.length < MIN_UPDATES || times.length < entries.length * MIN_CLOCK_SHARE) return [];
  const words = entries.reduce((sum, entry) => sum + entry.words, 0);
  const span = Math.max(...times) - Math.min(...times);
  if (words < entries.length * MIN_MEAN_WORDS || span > MAX_SPAN_MINUTES) return [];
  return isOrdered(times) && keptShare(page, scores, entries) >= MIN_KEPT_SHARE ? entries : [];
}

/** Whether times fall or rise all the way, but for a few. */
function isOrdered(times: readonly number[]): boolean {
  let [rises, falls] = [0, 0];
  for (let at = 1; at < times.length; at++) {
    if (times[at]! > times[at - 1]!) rises++;
    else if (times[at]! < times[at - 1]!) falls++;
  }
  return Math.max(rises, falls) > 0 && Math.min(rises, falls) <= Math.max(1, times.length * MAX_DISORDER);
}

/** The share of a page's kept words that some entries of one list hold. */
export function keptShare(page: Page, scores: ArrayLike<number>, entries: readonly TimedEntry[]): number {
  const { count, node } = page.leaves;
  const from = entries[0]?.from ?? 0;
  const to = entries.at(-1)?.to ?? 0;
  let all = 0;
  let inside = 0;
  for (let leaf = 0; leaf < count; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const words = leafWords(page, leaf);
    all += words;
    if (node[leaf]! >= from && node[leaf]! < to) inside += words;
  }
  return all === 0 ? 0 : inside / all;
}
