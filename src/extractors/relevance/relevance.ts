import type { TitleNotes, WarningCode } from "../../article/index.ts";
import { type Document, TAG } from "../../html/index.ts";
import { type Extraction, type Hints, type Page, shownText } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";
import { findFlash, KEPT, markContents, markOutline } from "./contents.ts";
import { Keywords, makeStems, type StemOf } from "./keywords.ts";
import { type RelevanceOptions, withDefaults } from "./options.ts";
import { isSameTitle, ownTitle } from "./own-title.ts";
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
  const setUp = { options: chosen, stemOf: makeStems(), roles: tagRoles(chosen) };
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
  readonly stemOf: StemOf;
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

/** What of the title was found, as long as no range has been chosen. */
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

/** What a title tells of a page. */
interface TitleWords {
  readonly sums: WordSums;
  /** TitleKeywordNumber. */
  readonly keywordCount: number;
  readonly source: TitleNotes["source"];
  /** The page's own title, where it was asked for. */
  readonly own?: string | undefined;
  readonly warnings: readonly WarningCode[];
}

/** Counts the collected title's keywords on the page; the page's own title's where none was given or none of its words is there. */
function lookForTitle(
  page: Page,
  { collectedTitle = "" }: Hints,
  { options, stemOf }: SetUp,
  scratch: ScratchArena,
): TitleWords {
  const { language } = page.declared;
  const wording = {
    language,
    unspaced: options.segment ? "segmented" : "whole runs",
    stem: options.stems ? stemOf(language) : undefined,
  } as const;
  const warnings: WarningCode[] = [];
  if (collectedTitle.trim() !== "") {
    const keywords = new Keywords(collectedTitle, wording, scratch);
    if (keywords.isCut) warnings.push("TITLE_TOO_LONG");
    const sums = keywords.count > 0 ? sumWords(page, keywords, scratch) : undefined;
    if (sums !== undefined && sums.keys.at(-1) !== 0) {
      return { sums, keywordCount: keywords.count, source: "collected", warnings };
    }
    warnings.push("TITLE_UNUSABLE");
  }
  const own = ownTitle(page, options);
  const keywords = new Keywords(own ?? "", wording, scratch);
  const sums = sumWords(page, keywords, scratch);
  const isFound = sums.keys.at(-1) !== 0;
  if (!isFound) warnings.push("NO_TITLE");
  else if (warnings.length === 0) warnings.push("TITLE_FROM_PAGE");
  return { sums, keywordCount: keywords.count, source: isFound ? "page" : "none", own, warnings };
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
