import type { Article } from "../article/index.ts";
import type { NewsError } from "../errors/index.ts";
import type { Extraction } from "../page/index.ts";
import { type Page, shownText, TEXT_LEAF } from "../page/index.ts";
import {
  econClass,
  foldTitle,
  holdSameText,
  type SubtreeLimits,
  subtreeLimits,
  type Truth,
  wordOverlap,
} from "../sets/index.ts";
import { words } from "../text/index.ts";
import {
  isWholeArticle,
  openingKept,
  shingleScore,
  shingleTokens,
  snippetsDropped,
  snippetsKept,
  textOnlyScore,
} from "./body-metrics.ts";
import type { MetricId, PageMetrics } from "./page-score.ts";

/** The parts of an article that are measured. */
export type MeasuredArticle = Pick<Article, "title" | "authors" | "published" | "text">;

/** An extractor's answer on a page: the article, and what it saw and said on the way. */
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
  // Of an article whose label stops early, what follows cannot be called noise.
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
    textOnly: textOnlyScore(truthWords, kept),
  };
}

function present(measured: Measured): PageMetrics {
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== null));
}

/** What a page's own tree allows against its truth; the same for every extractor. */
export interface NodeTruth extends SubtreeLimits {
  readonly isInPieces: boolean;
}

/** Finds the best subtrees of a page; undefined where the truth has no whole body to look for. */
export function nodeTruth(page: Page, { body, bodyIsPrefix }: Truth): NodeTruth | undefined {
  const truth = words(body ?? "");
  if (truth.length === 0 || bodyIsPrefix) return undefined;
  const limits = subtreeLimits(page, truth);
  return { ...limits, isInPieces: limits.smallestWhole >= 0 && isInPieces(page, limits.smallestWhole) };
}

/** The metrics on nodes: the oracle for all, body, title and news for methods that choose nodes. */
export function measureNodes(
  truth: NodeTruth,
  run: ExtractorRun,
  { title, articleTitle }: { readonly title: string | null; readonly articleTitle: number | undefined },
): PageMetrics {
  const { seen } = run;
  const root = seen?.extraction.bodyRoot;
  if (seen === undefined || root === undefined) return { oracle: truth.oracle };
  // Where no subtree is whole, no choice is right.
  const isRight = truth.smallestWhole >= 0 && holdSameText(seen.page, root, truth.smallestWhole);
  const bodyRight = Number(isRight);
  const titleRight = measureTitle(seen, title);
  const newsTitle = titleRight ?? articleTitle;
  return {
    oracle: truth.oracle,
    bodyRight,
    ...(titleRight !== undefined && { titleRight }),
    ...(newsTitle !== undefined && { newsRight: bodyRight * newsTitle }),
  };
}

function measureTitle(
  { page, extraction: { titleNode } }: NonNullable<ExtractorRun["seen"]>,
  title: string | null,
): number | undefined {
  if (titleNode === undefined) return undefined;
  return titleExact(title, shownText(page.document, titleNode)) ?? undefined;
}

/** Text nodes a block has on average in a body that is in pieces: every paragraph is broken once by a link or a font. */
const MIN_PIECES_PER_BLOCK = 2;

/** Whether the text below a node is broken by inline tags: two or more visible text nodes a block on average. */
export function isInPieces(page: Page, root: number): boolean {
  const { leaves, blocks, document } = page;
  const end = document.end[root] ?? 0;
  let pieces = 0;
  let blockCount = 0;
  let block = -1;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (node < root || node >= end || leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] !== 1) continue;
    pieces++;
    if (blocks.ofLeaf[leaf] !== block) blockCount++;
    block = blocks.ofLeaf[leaf]!;
  }
  return blockCount > 0 && pieces / blockCount >= MIN_PIECES_PER_BLOCK;
}

/** 1 where the same people are named, in any order, 0 where not, null where the label names nobody. */
export function authorSet(truth: readonly string[], found: readonly string[]): 0 | 1 | null {
  const asked = names(truth);
  if (asked.size === 0) return null;
  const given = names(found);
  return asked.size === given.size && [...asked].every((name) => given.has(name)) ? 1 : 0;
}

function names(list: readonly string[]): Set<string> {
  return new Set(list.map(foldTitle).filter((name) => name !== ""));
}

/** 1 where both titles fold to the same, 0 where not, null where the label has none. */
export function titleExact(truth: string | null, found: string | null): 0 | 1 | null {
  if (truth === null || foldTitle(truth) === "") return null;
  return found !== null && foldTitle(found) === foldTitle(truth) ? 1 : 0;
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
