import type { Article } from "../article/index.ts";
import type { NewsError } from "../errors/index.ts";
import type { Extraction, Page } from "../page/index.ts";
import { countItems, econClass, foldTitle, sharedCount, type Truth, wordOverlap } from "../sets/index.ts";
import { words } from "../text/index.ts";
import type { MetricId, PageMetrics } from "./page-score.ts";

/** The parts of an article that are measured. */
export type MeasuredArticle = Pick<Article, "title" | "authors" | "published" | "text">;

/** An extractor's answer on a page: the article, and its intermediate results. */
export interface ExtractorRun {
  readonly article: MeasuredArticle;
  readonly seen?: { readonly page: Page; readonly extraction: Extraction };
  readonly error?: NewsError;
}

type Measured = Readonly<Partial<Record<MetricId, number | null>>>;

/** Every metric of an article that its truth allows. */
export function measureArticle(truth: Truth, article: MeasuredArticle): PageMetrics {
  const kept = words(article.text);
  return present({
    ...measureBody(truth, article.text, kept),
    withKept: snippetsKept(truth.with, kept),
    withoutDropped: snippetsDropped(truth.without, kept, words(truth.body ?? "")),
    title: titleExact(truth.title, article.title),
    publishedDay: publishedDay(truth.published, article.published),
    authors: authorSet(truth.authors, article.authors),
  });
}

function measureBody({ body, bodyIsPrefix }: Truth, text: string, kept: readonly string[]): Measured {
  if (body === null) return {};
  const truthWords = words(body);
  const truthTokens = shingleTokens(body);
  const tokens = shingleTokens(text);
  const overlap = wordOverlap(truthWords, kept);
  const shingles = shingleScore(truthTokens, tokens);
  const whole: Measured = {
    wordRecall: overlap.recall,
    shingleRecall: shingles.recall,
    opening: openingKept(body, kept),
  };
  // If the label stops early, the rest of the article cannot count as noise.
  if (bodyIsPrefix) return whole;
  const verdict = econClass(overlap.precision, overlap.recall);
  return {
    ...whole,
    wordF1: overlap.f1,
    wordPrecision: overlap.precision,
    shinglePrecision: shingles.precision,
    correctly: Number(verdict === "correctly"),
    wrongly: Number(verdict === "wrongly"),
    missed: Number(verdict === "missed"),
    wholeArticle: isWholeArticle(truthTokens, tokens),
    markF1: markF1(body, text),
    lastMark: sameLastMark(body, text),
    textOnly: textOnlyScore(truthWords, kept),
  };
}

/** A word and the mark of punctuation after it, in any script. */
const MARKED = /[\p{L}\p{N}]+[\p{Pe}\p{Pf}"']*[.,;:!?…。、，！？：；।؟،]/gu;
/** The last word of a text and what follows it. */
const LAST = /([\p{L}\p{M}\p{N}_]+)([^\p{L}\p{N}_]*)$/u;

/** F1 over the marks of punctuation, each with the word before it, which word metrics do not see; null without any. */
export function markF1(truth: string, kept: string): number | null {
  const [asked, given] = [foldTitle(truth).match(MARKED) ?? [], foldTitle(kept).match(MARKED) ?? []];
  return asked.length === 0 ? null : wordOverlap(asked, given).f1;
}

/** 1 where two texts that end with the same word have the same marks after it, 0 where not, null of other texts. */
export function sameLastMark(truth: string, kept: string): 0 | 1 | null {
  const [, askedWord, asked = ""] = LAST.exec(foldTitle(truth)) ?? [];
  const [, givenWord, given = ""] = LAST.exec(foldTitle(kept)) ?? [];
  if (askedWord === undefined || askedWord !== givenWord) return null;
  return asked.trim() === given.trim() ? 1 : 0;
}

/** 1 if the same people are named, in any order, else 0; null if the label names nobody. */
export function authorSet(truth: readonly string[], found: readonly string[]): 0 | 1 | null {
  const asked = names(truth);
  if (asked.size === 0) return null;
  const given = names(found);
  return asked.size === given.size && [...asked].every((name) => given.has(name)) ? 1 : 0;
}

function names(list: readonly string[]): Set<string> {
  return new Set(list.flatMap(splitNames).filter((name) => name !== ""));
}

const BETWEEN_NAMES = /\s*[,;|]\s*|\s+(?:and|und|et|y|&|with|mit|avec)\s+/;

/** The names in one entry: labels and tools join them, and append degrees, which are one word after a name of two. */
function splitNames(entry: string): readonly string[] {
  const [first = "", ...rest] = foldTitle(entry)
    .replace(/^by\s+/, "")
    .split(BETWEEN_NAMES);
  return [first, ...rest.filter((name) => !first.includes(" ") || name.includes(" "))];
}

/**
 * 1 where both titles fold to the same, 0 where not, null where the label has none. Labels of several lines have the
 * standfirst below the headline, and some have a question mark for each quote that their charset lacked.
 */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  const given = foldTitle(found ?? "");
  const asked = [truth, truth.trim().split("\n")[0] ?? ""].map(foldTitle);
  return given !== "" && asked.some((title) => title === given || hasLostQuotes(title, given)) ? 1 : 0;
}

/** Whether a label differs from a title only by question marks where the title has quotes. */
function hasLostQuotes(label: string, title: string): boolean {
  return /\?\S/.test(label) && label === title.replaceAll("'", "?");
}

const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const INSTANT = /\d{1,2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})\s*$/i;

/** 1 where both dates name the same day, 0 where not, null where the label names no day. */
export function publishedDay(truth: string | null, found: string | null): 0 | 1 | null {
  const day = writtenDay(truth);
  if (day === null) return null;
  if (writtenDay(found) === day) return 1;
  // Labels in UTC and pages in local time can write two days for one moment.
  const moment = utcDay(truth);
  return moment !== null && moment === utcDay(found) ? 1 : 0;
}

function writtenDay(date: string | null): string | null {
  const parts = DAY.exec(date ?? "");
  return parts === null ? null : `${parts[1]}-${parts[2]?.padStart(2, "0")}-${parts[3]?.padStart(2, "0")}`;
}

function utcDay(date: string | null): string | null {
  if (date === null || !INSTANT.test(date)) return null;
  const time = Date.parse(date.trim().replace(" ", "T"));
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

function present(measured: Measured): PageMetrics {
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== null));
}

/** Words a shingle has, as in the scrapinghub article-extraction benchmark. */
const SHINGLE_WORDS = 4;
/** Joins the words of a shingle; never part of a word. */
const JOINT = " ";
const TOKEN = /[\p{L}\p{N}_]+/gu;

/** One page's agreement in shingles; null where the benchmark leaves the page out of that mean. */
interface ShingleScore {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** The tokens of the benchmark: runs of letters, digits and underscores, as written, with no folding at all. */
export function shingleTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Every run of `size` tokens; a shorter list is one shingle, an empty one none. */
export function shingles(tokens: readonly string[], size = SHINGLE_WORDS): string[] {
  if (tokens.length === 0) return [];
  const count = Math.max(1, tokens.length - size + 1);
  return Array.from({ length: count }, (_, start) => tokens.slice(start, start + size).join(JOINT));
}

/** Precision and recall over the multisets of 4-word shingles of one page. */
export function shingleScore(truth: readonly string[], kept: readonly string[]): ShingleScore {
  const truthShingles = shingles(truth);
  const keptShingles = shingles(kept);
  const shared = sharedCount(countItems(truthShingles), countItems(keptShingles));
  // The benchmark first scales a page's tp, fp and fn to a sum of 1; both ratios stay what they were.
  return {
    precision: keptShingles.length === 0 ? null : shared / keptShingles.length,
    recall: truthShingles.length === 0 ? null : shared / truthShingles.length,
  };
}

/** Whole-article accuracy: 1 where both texts have the same tokens in the same order, else 0. */
export function isWholeArticle(truth: readonly string[], kept: readonly string[]): 0 | 1 {
  return truth.length === kept.length && truth.every((token, at) => token === kept[at]) ? 1 : 0;
}

/** A first line shorter than this is a place, a date or a heading: the next line joins it. */
const MIN_OPENING_WORDS = 8;
/** A truth without line breaks would be one paragraph: no more than this of it is the opening. */
const MAX_OPENING_WORDS = 50;
/** The share of the opening's shingles that must be there; less than 1 because some labels keep a dateline that pages set apart. */
const KEPT_SHARE = 0.9;

/** The words of the truth's first paragraph. */
export function openingWords(truth: string): string[] {
  const opening: string[] = [];
  for (const line of truth.split("\n")) {
    opening.push(...words(line));
    if (opening.length >= MIN_OPENING_WORDS) break;
  }
  return opening.slice(0, MAX_OPENING_WORDS);
}

/** 1 where the kept text holds the truth's first paragraph, 0 where not, null where the truth has no words. */
export function openingKept(truth: string, kept: readonly string[]): 0 | 1 | null {
  const asked = shingles(openingWords(truth));
  if (asked.length === 0) return null;
  const size = Math.min(4, asked[0]?.split(" ").length ?? 4);
  const present = new Set(shingles(kept, size));
  const found = asked.filter((shingle) => present.has(shingle)).length;
  return found / asked.length >= KEPT_SHARE ? 1 : 0;
}

const asPhrase = (list: readonly string[]) => ` ${list.join(" ")} `;

/** The share of the snippets that a text holds word for word; null without any snippet that has words. */
export function snippetsKept(snippets: readonly string[], text: readonly string[]): number | null {
  const phrases = snippets.map(words).filter((list) => list.length > 0);
  if (phrases.length === 0) return null;
  const whole = asPhrase(text);
  return phrases.filter((phrase) => whole.includes(asPhrase(phrase))).length / phrases.length;
}

/**
 * The share of the snippets that a text does not hold. Snippets that the truth itself holds are left out:
 * a menu's "Home" is not an error in a story that says "home".
 */
export function snippetsDropped(
  snippets: readonly string[],
  text: readonly string[],
  truth: readonly string[],
): number | null {
  const wholeTruth = asPhrase(truth);
  const askable = snippets.filter((snippet) => !wholeTruth.includes(asPhrase(words(snippet))));
  const kept = snippetsKept(askable, text);
  return kept === null ? null : 1 - kept;
}

/**
 * CleanEval's text-only score of two word lists: 1 - distance / alignment length, with insertions and removals only.
 * Null where the two are too long to compare (see `sharedLength`).
 */
export function textOnlyScore(truth: readonly string[], kept: readonly string[]): number | null {
  if (truth.length === 0 && kept.length === 0) return 1;
  const aligned = sharedLength(truth, kept);
  if (aligned === null) return null;
  // Each aligned pair is one operation, each other word an insertion or a removal.
  const distance = truth.length + kept.length - 2 * aligned;
  return 1 - distance / (distance + aligned);
}

/** Bits a limb holds; two limbs and a carry still fit a small integer, on which the engine is fastest. */
const LIMB_BITS = 30;
const LIMB_MASK = 2 ** LIMB_BITS - 1;
/** Word pairs beyond which nothing is computed: 100,000 words against 100,000 take one to three seconds. */
const MAX_PAIRS = 1e10;

/**
 * The length of the longest common subsequence of two word lists, exact; null above 10^10 word pairs. Rows of the
 * usual table are bit sets (Hyyrö 2004), so time is pairs / 30: 50,000 words against 50,000 take a third of a second.
 */
export function sharedLength(a: readonly string[], b: readonly string[]): number | null {
  let start = 0;
  let aEnd = a.length;
  let bEnd = b.length;
  while (start < aEnd && start < bEnd && a[start] === b[start]) start++;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const equalEnds = start + a.length - aEnd;
  if ((aEnd - start) * (bEnd - start) > MAX_PAIRS) return null;
  if (aEnd === start || bEnd === start) return equalEnds;
  return equalEnds + sharedInside(a.slice(start, aEnd), b.slice(start, bEnd));
}

function sharedInside(a: readonly string[], b: readonly string[]): number {
  const limbs = Math.ceil(a.length / LIMB_BITS);
  const maskOf = makeMasks(a, limbs);
  // A zero bit marks a column where the row's value grows by one.
  const row = new Int32Array(limbs).fill(LIMB_MASK);
  for (const word of b) {
    const mask = maskOf(word);
    if (mask === undefined) continue;
    let carry = 0;
    for (let limb = 0; limb < limbs; limb++) {
      const bits = row[limb]!;
      const hit = bits & mask[limb]!;
      const sum = bits + hit + carry;
      carry = sum >>> LIMB_BITS;
      row[limb] = (sum & LIMB_MASK) | (bits & ~hit);
    }
  }
  let grown = 0;
  for (let at = 0; at < a.length; at++) {
    if ((row[Math.floor(at / LIMB_BITS)]! & (1 << (at % LIMB_BITS))) === 0) grown++;
  }
  return grown;
}

/** The positions of each word as a bit set. Frequent words keep theirs; rare ones share one scratch set. */
function makeMasks(a: readonly string[], limbs: number): (word: string) => Int32Array | undefined {
  const places = new Map<string, number[]>();
  a.forEach((word, at) => {
    const list = places.get(word);
    if (list === undefined) places.set(word, [at]);
    else list.push(at);
  });
  const often = new Map<string, Int32Array>();
  const scratch = new Int32Array(limbs);
  let written: readonly number[] = [];
  return (word) => {
    const list = places.get(word);
    if (list === undefined) return undefined;
    const kept = often.get(word);
    if (kept !== undefined) return kept;
    // At most 30 words can be this frequent, so the kept sets stay within 30 times the list.
    if (list.length >= limbs) {
      const own = setBits(new Int32Array(limbs), list);
      often.set(word, own);
      return own;
    }
    for (const at of written) scratch[Math.floor(at / LIMB_BITS)] = 0;
    written = list;
    return setBits(scratch, list);
  };
}

function setBits(mask: Int32Array, places: readonly number[]): Int32Array {
  for (const at of places) mask[Math.floor(at / LIMB_BITS)]! |= 1 << (at % LIMB_BITS);
  return mask;
}
