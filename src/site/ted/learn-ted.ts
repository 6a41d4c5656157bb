import { NewsError } from "../../errors/index.ts";
import type { Extractor } from "../../extractors/index.ts";
import type { Page } from "../../page/index.ts";
import { findPassages, judgePassages, judgeUnknown } from "./judge.ts";
import { type LabelTree, type PageTree, readTree } from "./label-tree.ts";
import { type Fit, fitPattern, generalise, TreeMatch } from "./tree-match.ts";

/** Pages needed to see what varies. */
const MIN_PAGES = 2;
/** Pages learned from, evenly sampled if there are more, since each pair is compared. */
const MAX_PAGES = 40;

/** Thresholds of clustering and of matching. */
export interface TedOptions {
  /** Pages of one template are at least this similar on average: 1 for equal ones, 0 if one replaces the other. */
  readonly minSimilarity: number;
  /** Minimum share of a pattern's nodes that a page of its template has. */
  readonly minFit: number;
}

/** Chosen on halves of the sites of `big9`, `czech-sites` and `daniel-en-zh-pl`. */
export const TED_DEFAULTS: TedOptions = { minSimilarity: 0.2, minFit: 0.3 };

/** Learns an extractor for the templates of some pages, without labels; throws TOO_FEW_PAGES if no two differ. */
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

/** Learns one pattern per cluster of at least two pages. */
export function learnPatterns(pages: readonly PageTree[], minSimilarity: number): LabelTree[] {
  // A page given twice would become a template as a whole.
  const different = [...new Map(pages.map((page) => [page.hash[0]!, page])).values()];
  if (different.length < MIN_PAGES) {
    const found = `not ${different.length} of ${pages.length}`;
    throw new NewsError("TOO_FEW_PAGES", `Give at least ${MIN_PAGES} different pages of the site, ${found}.`);
  }
  const sample = sampleEvenly(different);
  // 1 for equal trees, 0 if one replaces the other.
  const similarity = (at: number, otherAt: number) => {
    const [one, other] = [sample[at]!, sample[otherAt]!];
    return 1 - new TreeMatch(one, other).cost / Math.max(one.size, other.size);
  };
  return clusterByAverageLinkage(sample.length, similarity, minSimilarity)
    .filter(({ length }) => length >= MIN_PAGES)
    .map((cluster) => cluster.map((at): LabelTree => sample[at]!).reduce(generalise));
}

function sampleEvenly<T>(pages: readonly T[]): readonly T[] {
  const step = Math.max(1, pages.length / MAX_PAGES);
  return Array.from({ length: Math.min(MAX_PAGES, pages.length) }, (_, at) => pages[Math.floor(at * step)]!);
}

/** The fit with the most nodes found. */
function bestFit(patterns: readonly LabelTree[], tree: PageTree): Fit | undefined {
  let best: Fit | undefined;
  for (const pattern of patterns) {
    const fit = fitPattern(pattern, tree);
    if (best === undefined || fit.found > best.found) best = fit;
  }
  return best;
}

/** The indices of some items. */
type Cluster = readonly number[];

/**
 * Agglomerative clustering with average linkage, until no two clusters are at least `minSimilarity` similar. Clusters are in
 * the order of their first members.
 */
export function clusterByAverageLinkage(
  count: number,
  similarity: (one: number, other: number) => number,
  minSimilarity: number,
): Cluster[] {
  const table = Array.from({ length: count }, (_, one) =>
    Array.from({ length: one }, (_, other) => similarity(other, one)),
  );
  const similarityOfPair = (one: number, other: number) =>
    table[Math.max(one, other)]?.[Math.min(one, other)] ?? 0;
  const clusters: number[][] = Array.from({ length: count }, (_, item) => [item]);
  for (;;) {
    const best = nearestPair(clusters, similarityOfPair);
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
  similarityOfPair: (one: number, other: number) => number,
): Pair | undefined {
  let best: Pair | undefined;
  for (let second = 1; second < clusters.length; second++) {
    for (let first = 0; first < second; first++) {
      const similarity = meanOf(clusters[first]!, clusters[second]!, similarityOfPair);
      if (best === undefined || similarity > best.similarity) best = { first, second, similarity };
    }
  }
  return best;
}

function meanOf(
  ones: Cluster,
  others: Cluster,
  similarityOfPair: (one: number, other: number) => number,
): number {
  let sum = 0;
  for (const one of ones) for (const other of others) sum += similarityOfPair(one, other);
  return sum / (ones.length * others.length);
}
