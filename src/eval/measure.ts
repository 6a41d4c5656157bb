import { type Page, shownText, TEXT_LEAF } from "../page/index.ts";
import {
  econClass,
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
} from "./metrics/body.ts";
import { authorSet, publishedDay, titleExact } from "./metrics/fields.ts";
import type { MetricId, PageMetrics } from "./page-score.ts";
import type { ExtractorRun, MeasuredArticle } from "./run-extractor.ts";

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
    ...{ oracle: truth.oracle, bodyRight },
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
