import type { TitleNotes, WarningCode } from "../../article/index.ts";
import { type Document, TAG } from "../../html/index.ts";
import {
  type Extraction,
  type Hints,
  headlineKey,
  isSiteName,
  MAX_LABEL_WORDS,
  type Page,
  sectionKeys,
  shownText,
  siteNames,
} from "../../page/index.ts";
import { ScratchArena, words as wordsOf } from "../../text/index.ts";
import { type Extractor, type Judgement, judgeLeaves } from "../extractor.ts";
import { findFlash, KEPT, markContents, markOutline } from "./contents.ts";
import { Keywords } from "./keywords.ts";
import { type RelevanceOptions, withDefaults } from "./options.ts";
import {
  type Family,
  mostPossible,
  Reading,
  sumWords,
  type TagRoles,
  tagRoles,
  type WordSums,
} from "./reading.ts";

const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };
const TITLE: Judgement = { keep: false, reason: "a possible title" };
/** By the marks of `KEPT`. */
const VERDICTS: readonly Judgement[] = [
  OUTSIDE,
  { keep: true, reason: "a related paragraph" },
  { keep: true, reason: "inside the body" },
  { keep: true, reason: "an outline" },
];

/** Relevance analysis (Han & Tokuda, 2009): the related paragraphs that share the most words with the collected title. */
export function makeRelevance(options: Partial<RelevanceOptions> = {}): Extractor {
  const chosen = withDefaults(options);
  const setUp = { options: chosen, roles: tagRoles(chosen) };
  return {
    id: "relevance",
    paper:
      "Han & Tokuda, A Layout-Independent Web News Article Contents Extraction Method Based on Relevance Analysis, ICWE 2009",
    needs: ["collectedTitle"],
    extract: (page, hints) => extractRelevant(page, hints, setUp),
  };
}

/** What is made once for all pages. */
interface SetUp {
  readonly options: RelevanceOptions;
  readonly roles: TagRoles;
}

function extractRelevant(page: Page, hints: Hints, setUp: SetUp): Extraction {
  const scratch = new ScratchArena();
  const extraction = extractWith(page, hints, setUp, scratch);
  scratch.release();
  return extraction;
}

function extractWith(page: Page, hints: Hints, setUp: SetUp, scratch: ScratchArena): Extraction {
  const { options, roles } = setUp;
  const words = lookForTitle(page, hints, setUp, scratch);
  const { sums, keywordCount, warnings } = words;
  const similar = possibleTitles(page, sums, keywordCount, options);
  const titles = options.headline ? preferHeadlines(page.document, similar) : similar;
  const reading = new Reading(page, { sums, titles, roles, scratch });
  const found = mostPossible(reading, options.threshold);
  const notes = titleNotes(page, words, similar, options);
  if (found === undefined) return { ...judgeLeaves(page, () => OUTSIDE), warnings, notes: { title: notes } };
  const { family, marks } = contents({ page, reading, options, keywordCount }, found);
  const isTitle = new Set(titles);
  const verdict = judgeLeaves(page, (node) => (isTitle.has(node) ? TITLE : VERDICTS[marks[node]!]!));
  const title = titles[family.range - 1];
  return {
    ...verdict,
    bodyRoot: enclosing(page.document, family.head, marks),
    ...(title !== undefined && { titleNode: title }),
    warnings,
    notes: { title: { ...notes, reserveRange: titles.length > 0 && family.range === 0 } },
  };
}

/** What was found of the title, before a range is chosen. */
function titleNotes(
  page: Page,
  { source, own }: TitleWords,
  titles: readonly number[],
  options: RelevanceOptions,
): TitleNotes {
  const notes = { source, possibleTitles: titles.length, reserveRange: false };
  if (titles.length === 0) return { ...notes, situation: "no possible title" };
  const headline = own ?? ownTitle(page, options) ?? "";
  const { document } = page;
  // Reading: the paper asks people which title is the real one; we take one in an h1, or one like the page's own title.
  const hasReal = titles.some(
    (node) => isInHeading(document, node) || isSameTitle(shownText(document, node), headline),
  );
  if (titles.length === 1) {
    return { ...notes, situation: hasReal ? "one, the headline" : "one, not the headline" };
  }
  return { ...notes, situation: hasReal ? "several, one the headline" : "several, none the headline" };
}

interface Context {
  readonly page: Page;
  readonly reading: Reading;
  readonly options: RelevanceOptions;
  readonly keywordCount: number;
}

interface Contents {
  readonly family: Family;
  readonly marks: Uint8Array;
}

/** Full contents (3.4), or a flash in their place. */
function contents(context: Context, found: Family): Contents {
  const { page, reading, options, keywordCount } = context;
  const marks = markContents(reading, found, options);
  const isTitle = ({ keySum, wordSum }: Family) =>
    titleSimilarity(keySum, wordSum, keywordCount) > options.similarity;
  const flash = options.flashes ? findFlash(reading, found, marks, isTitle) : undefined;
  if (flash !== undefined) return { family: flash, marks: markContents(reading, flash, options) };
  if (options.outline) markOutline(page, reading, found, marks);
  return { family: found, marks };
}

/** The smallest node at or above `head` that holds all that is kept. */
function enclosing({ parent, end }: Document, head: number, marks: Uint8Array): number {
  let first = 0;
  let last = marks.length - 1;
  while (first < marks.length && marks[first] === KEPT.no) first++;
  while (last >= 0 && marks[last] === KEPT.no) last--;
  let node = head;
  while (parent[node]! >= 0 && (first < node || last >= end[node]!)) node = parent[node]!;
  return node;
}

/** How a title relates to a page. */
interface TitleWords {
  readonly sums: WordSums;
  /** TitleKeywordNumber. */
  readonly keywordCount: number;
  readonly source: TitleNotes["source"];
  /** The page's own title, where it was needed. */
  readonly own?: string | undefined;
  readonly warnings: readonly WarningCode[];
}

/** Counts the collected title's keywords on the page; the page's own title's where none was given or none of its words is there. */
function lookForTitle(page: Page, hints: Hints, { options }: SetUp, scratch: ScratchArena): TitleWords {
  const { language } = page.declared;
  const wording = { language, unspaced: options.segment ? "segmented" : "whole runs" } as const;
  const titles = collectedTitles(page, hints);
  const warnings = new Set<WarningCode>();
  for (const title of titles) {
    const keywords = new Keywords(title, wording, scratch);
    const sums = keywords.count > 0 ? sumWords(page, keywords, scratch) : undefined;
    if (sums !== undefined && sums.keys.at(-1) !== 0) {
      const cut = keywords.isCut ? (["TITLE_TOO_LONG"] as const) : [];
      return { sums, keywordCount: keywords.count, source: "collected", warnings: cut };
    }
    if (keywords.isCut) warnings.add("TITLE_TOO_LONG");
  }
  if (titles.length > 0) warnings.add("TITLE_UNUSABLE");
  const own = ownTitle(page, options);
  const keywords = new Keywords(own ?? "", wording, scratch);
  const sums = sumWords(page, keywords, scratch);
  const isFound = sums.keys.at(-1) !== 0;
  if (!isFound) warnings.add("NO_TITLE");
  else if (warnings.size === 0) warnings.add("TITLE_FROM_PAGE");
  const source = isFound ? "page" : "none";
  return { sums, keywordCount: keywords.count, source, own, warnings: [...warnings] };
}

/** Titles from more lists than this add nothing. */
const MAX_TITLES = 5;

/**
 * The titles under which a page was collected. Of several, those most like a title of the page come first: lists also call a page
 * "Read more", or by the name of its section.
 */
function collectedTitles(page: Page, { collectedTitle = "", announced = [] }: Hints): readonly string[] {
  const all = [collectedTitle, ...announced.map(({ title }) => title ?? "")];
  const titles = [...new Set(all.filter((title) => title.trim() !== ""))].slice(0, MAX_TITLES);
  if (titles.length < 2) return titles;
  const own = page.titleCandidates.map(({ text }) => new Set(wordsOf(text)));
  const likeness = new Map(titles.map((title) => [title, likenessToOne(new Set(wordsOf(title)), own)]));
  return titles.toSorted((a, b) => likeness.get(b)! - likeness.get(a)!);
}

/** The share of words that a title has in common with the one of others that is most like it. */
function likenessToOne(title: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): number {
  const shares = others.map(
    (other) =>
      (2 * [...title].filter((word) => other.has(word)).length) / Math.max(1, title.size + other.size),
  );
  return Math.max(0, ...shares);
}

/** Similarity = KeyNumber² / (WordNumber x TitleKeywordNumber) (3.3). */
function titleSimilarity(keyNumber: number, wordNumber: number, keywordCount: number): number {
  return keyNumber ** 2 / (wordNumber * keywordCount);
}

/** News title detection (3.3): the text nodes that are similar to the collected title, in document order. */
function possibleTitles(
  { leaves }: Page,
  { words, keys }: WordSums,
  keywordCount: number,
  { similarity }: RelevanceOptions,
): readonly number[] {
  const found: number[] = [];
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    const keyNumber = keys[node + 1]! - keys[node]!;
    if (keyNumber === 0) continue;
    const wordNumber = words[node + 1]! - words[node]!;
    if (titleSimilarity(keyNumber, wordNumber, keywordCount) > similarity) found.push(node);
  }
  return found;
}

/**
 * Deviation: short titles are similar to many links and bold names, each of which would end the range of the body.
 * A possible title in an h1 makes those elsewhere none.
 */
function preferHeadlines(document: Document, titles: readonly number[]): readonly number[] {
  const headlines = titles.length < 2 ? [] : titles.filter((node) => isInHeading(document, node));
  return headlines.length > 0 ? headlines : titles;
}

/** Headings are shallow: a search to the root from each link of a deep page would not be linear. */
const MAX_STEPS = 8;

function isInHeading(document: Document, node: number): boolean {
  let at = document.parent[node]!;
  for (let step = 0; at >= 0 && step < MAX_STEPS; step++) {
    if (document.tag[at] === TAG.h1) return true;
    at = document.parent[at]!;
  }
  return false;
}

/** What parts a headline from the names of its site and section. */
const SEPARATOR = /\s+[|\-–—»«·•›/~:]+\s+|\s*[|»｜]\s*/;
/** Shorter keys, a word or less, are part of a longer one by chance. */
const MIN_KEY = 8;

/**
 * The page's own best title, for pages that were collected without one: a heading that the head repeats, else what the
 * head states. With `names`, names of site and section are not a title.
 */
export function ownTitle(page: Page, { names }: Pick<RelevanceOptions, "names">): string | undefined {
  const site = names ? new PageNames(page) : undefined;
  const headings = textsOf(page, (source) => source === "h1");
  // What is stated for machines has the site's name less often than the `title` element.
  const stated = [
    ...textsOf(page, (source) => source !== "h1" && source !== "title"),
    ...textsOf(page, (source) => source === "title"),
  ];
  const heading = agreed(headings, stated, site);
  if (heading !== undefined) return (site && besideColumn(heading, stated, site)) ?? heading;
  for (const text of stated) {
    const piece = headlinePiece(text, site);
    if (piece !== "") return piece;
  }
  return headings.find((text) => !site?.isName(text));
}

function textsOf(
  { titleCandidates }: Page,
  isWanted: (source: Page["titleCandidates"][number]["source"]) => boolean,
): readonly string[] {
  return titleCandidates.filter(({ source }) => isWanted(source)).map(({ text }) => text);
}

/** The longest heading that is stated and not a name. */
function agreed(
  headings: readonly string[],
  stated: readonly string[],
  site: PageNames | undefined,
): string | undefined {
  const keys = stated.map(headlineKey);
  let longest: string | undefined;
  for (const text of headings) {
    if (text.length <= (longest?.length ?? 0)) continue;
    const key = headlineKey(text);
    const isStated = key.length >= MIN_KEY && keys.some((other) => other.includes(key));
    if (isStated && !site?.isName(text)) longest = text;
  }
  return longest;
}

/** The headline beside a heading that only names a column, or a site without another mention of its name. */
function besideColumn(heading: string, stated: readonly string[], site: PageNames): string | undefined {
  if (!isLabel(heading)) return undefined;
  const key = headlineKey(heading);
  const whole = stated.find((text) => headlineKey(text).includes(key)) ?? "";
  if (stated.some((text) => headlineKey(text) === key)) return undefined;
  const headline = headlinePiece(whole, site);
  return isLabel(headline) || headlineKey(headline).includes(key) ? undefined : headline;
}

/** The longest piece of a stated title that is not a name; one that mentions the site only where no other is long enough. */
function headlinePiece(stated: string, site: PageNames | undefined): string {
  const pieces = stated.split(SEPARATOR).filter((piece) => !site?.isName(piece));
  const unsigned = site === undefined ? pieces : pieces.filter((piece) => !site.isMentionedIn(piece));
  const isEnough = unsigned.some((piece) => !isLabel(piece));
  return (isEnough ? unsigned : pieces).reduce(
    (long, piece) => (piece.length > long.length ? piece : long),
    "",
  );
}

/** A part of a headline that is the headline is at least this much of it. */
const MIN_SHARE = 0.5;

/** Whether two texts are one title, as a whole or but for a kicker, a site's name or the like around one of them. */
function isSameTitle(one: string, other: string): boolean {
  const [short, long] = [headlineKey(one), headlineKey(other)].sort((a, b) => a.length - b.length);
  return short !== "" && long!.includes(short!) && short!.length >= long!.length * MIN_SHARE;
}

/** Three words are no longer than this; longer texts need not be cut into words. */
const MAX_LABEL_LENGTH = 100;

function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && wordsOf(text).length <= MAX_LABEL_WORDS;
}

/** Shorter names of sites are parts of other words. */
const MIN_MENTION = 6;

/** The names of a page's site and sections; the latter are only read where a text is as short as they are. */
class PageNames {
  readonly #page: Page;
  readonly #siteKeys: readonly string[];
  #sections: ReadonlySet<string> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#siteKeys = siteNames(page).map(headlineKey);
  }

  /** Whether a text is only the name of the site or of a section. */
  isName(text: string): boolean {
    if (isSiteName(text, this.#siteKeys)) return true;
    if (!isLabel(text)) return false;
    this.#sections ??= sectionKeys(this.#page);
    return this.#sections.has(headlineKey(text));
  }

  isMentionedIn(text: string): boolean {
    const key = headlineKey(text);
    return this.#siteKeys.some((name) => name.length >= MIN_MENTION && key.includes(name));
  }
}
