import { NewsError } from "../../errors/index.ts";
import type { Extractor } from "../../extractors/index.ts";
import { contains, rawText } from "../../html/index.ts";
import {
  type Extraction,
  leafWords,
  type Page,
  type Reason,
  reasonCode,
  TEXT_LEAF,
} from "../../page/index.ts";
import { words } from "../../text/index.ts";
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

/** Chosen on half of the sites of each of `big9`, `czech-sites` and `daniel-en-zh-pl`. */
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

const KEPT: ReadonlySet<Reason> = new Set(["inside the body", "media of the body"]);
/** The body has this share of the weight of all passages; the rest is comments, teasers and notices that vary as well. */
const BODY_SHARE = 0.7;
/** A passage with a larger share of link words is a list of links. */
const MAX_LINK_SHARE = 0.5;
/** The minimum Dice coefficient of a headline and the page's title, which often names the site and the section too. */
const MIN_DICE = 0.4;

/** Chooses title and body among the passages of a page. */
function judgePassages(page: Page, passages: Passages): Extraction {
  const title = findTitle(page, passages);
  const body = findBody(page, passages, title);
  return {
    ...judgeLeaves(page, (leaf) => reasonOf(page, leaf, { passages, title, body })),
    ...(title >= 0 && { titleNode: page.blocks.container[title]! }),
    ...(body && { bodyRoot: body.root }),
  };
}

/** The empty answer for a page of an unknown template, with a warning. */
function judgeUnknown(page: Page): Extraction {
  return { ...judgeLeaves(page, () => "outside the body"), warnings: ["UNKNOWN_TEMPLATE"] };
}

interface Found {
  readonly passages: Passages;
  readonly title: number;
  readonly body: Body | undefined;
}

function reasonOf(
  { document, leaves, blocks }: Page,
  leaf: number,
  { passages, title, body }: Found,
): Reason {
  const block = blocks.ofLeaf[leaf]!;
  if (block === title) return "likeliest title";
  if (body === undefined || !contains(document, body.root, leaves.node[leaf]!)) return "outside the body";
  if (passages.isOwn[leaf] === 0) return "repeated on the site";
  if (leaves.kind[leaf] !== TEXT_LEAF) return "media of the body";
  return body.isPassage[block] === 1 ? "inside the body" : "mostly links";
}

function judgeLeaves(
  { leaves }: Page,
  reasonFor: (leaf: number) => Reason,
): Pick<Extraction, "scores" | "reasons"> {
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const reason = leaves.visible[leaf] === 0 ? "hidden" : reasonFor(leaf);
    reasons[leaf] = reasonCode(reason);
    scores[leaf] = KEPT.has(reason) ? 1 : 0;
  }
  return { scores, reasons };
}

/** The text of a page that is not of its template, by block. */
interface Passages {
  readonly words: Int32Array;
  /** The number of words in links. */
  readonly linkWords: Int32Array;
  /** By leaf: 1 for visible leaves that are not of the template. */
  readonly isOwn: Uint8Array;
}

/**
 * Finds the text passages of a page that fits a pattern: what the wildcards match. Deviation: text outside of the pattern is
 * a passage too, since templates change less than the text in them.
 */
function findPassages(page: Page, tree: PageTree, { isFixed }: Fit): Passages {
  const { leaves, blocks } = page;
  const isOwn = leaves.visible.slice();
  let at = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    while (tree.node[at]! < leaves.node[leaf]!) at++;
    if (isFixed[at] === 1) isOwn[leaf] = 0;
  }
  const words = new Int32Array(blocks.count);
  const linkWords = new Int32Array(blocks.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isOwn[leaf] === 0) continue;
    const block = blocks.ofLeaf[leaf]!;
    const count = leafWords(page, leaf);
    words[block]! += count;
    if (leaves.anchor[leaf]! >= 0) linkWords[block]! += count;
  }
  return { words, linkWords, isOwn };
}

/** The passages of the body. */
interface Body {
  /** The smallest element with nearly all of the long passages. */
  readonly root: number;
  /** 1 for every block that is one of its passages. */
  readonly isPassage: Uint8Array;
}

/** Finds the body: the element of the longest passages without links and title; undefined if there are none. */
function findBody(page: Page, passages: Passages, title: number): Body | undefined {
  const isPassage = Uint8Array.from(page.blocks.container, (_, block) =>
    Number(block !== title && passages.linkWords[block]! <= MAX_LINK_SHARE * passages.words[block]!),
  );
  const root = findRoot(page, passages, isPassage);
  return root === 0 ? undefined : { root, isPassage };
}

/** The smallest element with `BODY_SHARE` of the weight; 0 if there is no weight. */
function findRoot({ document, blocks }: Page, { words, linkWords }: Passages, isPassage: Uint8Array): number {
  const weight = new Float64Array(document.size);
  for (let block = 0; block < blocks.count; block++) {
    if (isPassage[block] === 0) continue;
    // Squared, so that one paragraph outweighs ten lines of a box next to it.
    weight[blocks.container[block]!]! += (words[block]! - linkWords[block]!) ** 2;
  }
  for (let node = document.size - 1; node > 0; node--) weight[document.parent[node]!]! += weight[node]!;
  const least = Math.max(1, BODY_SHARE * weight[0]!);
  // With a share above one half these nodes are nested, so the last is the smallest.
  return Math.max(
    0,
    weight.findLastIndex((own) => own >= least),
  );
}

/** The block of the passage most similar to the page's title; -1 if none is similar enough. */
function findTitle(page: Page, passages: Passages): number {
  const { document, landmarks, blocks } = page;
  const node = landmarks.titles[0];
  const title = node === undefined ? [] : words(rawText(document, node));
  const known = new Set(title);
  let best = -1;
  let most = MIN_DICE;
  for (let block = 0; block < blocks.count; block++) {
    const count = passages.words[block]!;
    // Upper bound: all words of the shorter text are in the longer one.
    if (dice(Math.min(count, title.length), count, title.length) <= most) continue;
    const shared = passageWords(page, passages, block).filter((word) => known.has(word)).length;
    const score = dice(shared, count, title.length);
    if (score > most) [best, most] = [block, score];
  }
  return best;
}

/** The Dice coefficient of two texts with `shared` common words. */
function dice(shared: number, one: number, other: number): number {
  return (2 * shared) / Math.max(1, one + other);
}

function passageWords({ document, leaves, blocks }: Page, { isOwn }: Passages, block: number): string[] {
  const first = blocks.firstLeaf[block]!;
  const nodes = Array.from(leaves.node.subarray(first, blocks.firstLeaf[block + 1]));
  return nodes
    .filter((_, at) => isOwn[first + at] === 1)
    .flatMap((node) => words(document.text.slice(document.textStart[node], document.textEnd[node])));
}
