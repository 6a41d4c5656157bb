import { NewsError } from "../../errors/index.ts";
import type { Extractor } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { findPassages, judgePassages, judgeUnknown } from "./judge.ts";
import { type LabelTree, type PageTree, readTree } from "./label-tree.ts";
import { type Fit, fitPattern, generalise } from "./pattern.ts";
import { TreeMatch } from "./tree-match.ts";

/** What decides which pages share a template, and which fit one. */
export interface TedOptions {
  /** Pages of one template are at least so alike on average: 1 for equal ones, 0 where one replaces the other. */
  readonly minSimilarity: number;
  /** The share of a pattern's nodes that a page of its template has. */
  readonly minFit: number;
}

/** Chosen on halves of the sites of `big9`, `czech-sites` and `daniel-en-zh-pl`. */
export const TED_DEFAULTS: TedOptions = { minSimilarity: 0.2, minFit: 0.3 };

/** Fewer do not show what differs. */
const MIN_PAGES = 2;
/** Of more every so many are learned from, as each pair is compared. */
const MAX_PAGES = 40;

/** An extractor for the templates of some pages, learned without labels; throws TOO_FEW_PAGES where no two differ. */
export function learnTed(pages: readonly Page[], options: Partial<TedOptions> = {}): Extractor {
  const { minSimilarity, minFit } = { ...TED_DEFAULTS, ...options };
  const patterns = learnPatterns(pages.map(readTree), minSimilarity);
  return {
    id: "ted",
    paper: "Reis, Golgher, Silva, Laender: Automatic Web News Extraction Using Tree Edit Distance, WWW 2004",
    needs: [],
    extract(page) {
      const tree = readTree(page);
      const fit = bestFit(patterns, tree);
      if (fit === undefined || fit.share < minFit) return judgeUnknown(page);
      return judgePassages(page, findPassages(page, tree, fit));
    },
  };
}

/** The patterns of the templates that at least two of the pages share. */
export function learnPatterns(pages: readonly PageTree[], minSimilarity: number): LabelTree[] {
  // The same page twice would make all of it a template.
  const different = [...new Map(pages.map((page) => [page.hash[0]!, page])).values()];
  if (different.length < MIN_PAGES) {
    const found = `not ${different.length} of ${pages.length}`;
    throw new NewsError("TOO_FEW_PAGES", `Give at least ${MIN_PAGES} different pages of the site, ${found}.`);
  }
  const studied = thin(different);
  const similarity = (one: number, other: number) => similarityOf(studied[one]!, studied[other]!);
  return clusterThings(studied.length, similarity, minSimilarity)
    .filter(({ length }) => length >= MIN_PAGES)
    .map((cluster) => cluster.map((at): LabelTree => studied[at]!).reduce(generalise));
}

function thin<T>(pages: readonly T[]): readonly T[] {
  const step = Math.max(1, pages.length / MAX_PAGES);
  return Array.from({ length: Math.min(MAX_PAGES, pages.length) }, (_, at) => pages[Math.floor(at * step)]!);
}

/** 1 for equal trees, 0 where one replaces the other. */
function similarityOf(one: LabelTree, other: LabelTree): number {
  return 1 - new TreeMatch(one, other).cost / Math.max(one.size, other.size);
}

/** How the page fits the pattern of which it has most. */
function bestFit(patterns: readonly LabelTree[], tree: PageTree): Fit | undefined {
  let best: Fit | undefined;
  for (const pattern of patterns) {
    const fit = fitPattern(pattern, tree);
    if (best === undefined || fit.found > best.found) best = fit;
  }
  return best;
}

/** A group of things, by their numbers. */
type Cluster = readonly number[];

/**
 * Joins things bottom up: again and again the two groups whose members are most alike on average, as long as they are at
 * least `minSimilarity` alike. Groups come in the order of their first members.
 */
export function clusterThings(
  count: number,
  similarity: (one: number, other: number) => number,
  minSimilarity: number,
): Cluster[] {
  const table = Array.from({ length: count }, (_, one) =>
    Array.from({ length: one }, (_, other) => similarity(other, one)),
  );
  const alike = (one: number, other: number) => table[Math.max(one, other)]?.[Math.min(one, other)] ?? 0;
  const clusters: number[][] = Array.from({ length: count }, (_, thing) => [thing]);
  for (;;) {
    const best = nearestPair(clusters, alike);
    if (best === undefined || best.similarity < minSimilarity) return clusters;
    const [joined] = clusters.splice(best.second, 1);
    clusters[best.first]!.push(...(joined ?? []));
  }
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly similarity: number;
}

function nearestPair(
  clusters: readonly Cluster[],
  alike: (one: number, other: number) => number,
): Pair | undefined {
  let best: Pair | undefined;
  for (let second = 1; second < clusters.length; second++) {
    for (let first = 0; first < second; first++) {
      const similarity = meanOf(clusters[first]!, clusters[second]!, alike);
      if (best === undefined || similarity > best.similarity) best = { first, second, similarity };
    }
  }
  return best;
}

function meanOf(ones: Cluster, others: Cluster, alike: (one: number, other: number) => number): number {
  let sum = 0;
  for (const one of ones) for (const other of others) sum += alike(one, other);
  return sum / (ones.length * others.length);
}
