import type { Document } from "../../html/index.ts";
import type { Extraction, Hints, Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";
import { type Family, mostPossible } from "./families.ts";
import { findFlash } from "./flash.ts";
import { type RelevanceOptions, withDefaults } from "./options.ts";
import { markOutline } from "./outline.ts";
import { possibleTitles, titleSimilarity } from "./possible-titles.ts";
import { Reading } from "./reading.ts";
import { KEPT, markContents } from "./related.ts";
import { makeSetUp, type SetUp } from "./set-up.ts";
import { lookForTitle } from "./title-words.ts";

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
  const setUp = makeSetUp(withDefaults(options));
  return {
    id: "relevance",
    paper:
      "Han & Tokuda, A Layout-Independent Web News Article Contents Extraction Method Based on Relevance Analysis, ICWE 2009",
    needs: ["collectedTitle"],
    extract: (page, hints) => extractRelevant(page, hints, setUp),
  };
}

function extractRelevant(page: Page, hints: Hints, setUp: SetUp): Extraction {
  const { options } = setUp;
  const { sums, keywordCount, warnings } = lookForTitle(page, hints, setUp);
  const titles = possibleTitles(page, sums, keywordCount, options);
  const reading = new Reading(page, sums, titles, setUp);
  const found = mostPossible(reading, options.threshold);
  if (found === undefined) return { ...judgeLeaves(page, () => OUTSIDE), warnings };
  const { family, marks } = contents({ page, reading, options, keywordCount }, found);
  const isTitle = new Set(titles);
  const verdict = judgeLeaves(page, (node) => (isTitle.has(node) ? TITLE : VERDICTS[marks[node]!]!));
  const title = titles[family.range - 1];
  return {
    ...verdict,
    bodyRoot: enclosing(page.document, family.head, marks),
    ...(title !== undefined && { titleNode: title }),
    warnings,
  };
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
