import { extract } from "../default-extract.ts";
import { asNewsError, type NewsError } from "../errors/index.ts";
import type { Extractor } from "../extractors/index.ts";
import { NODE_KIND, rawText, TAG } from "../html/index.ts";
import { type Hints, type Page, shownText, TEXT_LEAF } from "../page/index.ts";
import {
  holdSameText,
  type Label,
  type LabelledPage,
  type SubtreeLimits,
  subtreeLimits,
  type Truth,
} from "../sets/index.ts";
import { countWords, foldSpaces, words } from "../text/index.ts";
import { pageLosses } from "./losses.ts";
import { type ExtractorRun, type MeasuredArticle, measureArticle, titleExact } from "./measure.ts";
import type { PageMetrics, PageScore, ScoreOptions, Split } from "./page-score.ts";

/** A truth below this makes a short page; the paper shows one of a single sentence and names no number. */
const SHORT_WORDS = 60;
/** A truth below this is a brief or the page of a picture: a line more or less is a tenth of its F1. */
const FEW_WORDS = 100;

/** Runs extractors over a labelled page and measures each. An extractor that fails is measured as if it kept nothing. */
export function scorePage(
  labelled: LabelledPage,
  extractors: readonly Extractor[],
  options: ScoreOptions,
): PageScore[] {
  const { label } = labelled;
  const runs = extractors.map((extractor) => runExtractor(labelled, extractor, options));
  const page = runs.find((run) => run.seen !== undefined)?.seen?.page;
  const nodes = page && options.nodes ? nodeTruth(page, label.truth) : undefined;
  const splits = splitsOf(label.truth, nodes, page);
  return runs.map((run, at) => ({
    ...scoreRun(label, run, { nodes, splits }),
    extractor: extractors[at]!.id,
    ...(options.losses && lossesOf(label.truth, run)),
    ...(options.texts && { kept: run.article.text }),
  }));
}

function lossesOf({ body, bodyIsPrefix }: Truth, { seen, article }: ExtractorRun): Pick<PageScore, "losses"> {
  return body === null || bodyIsPrefix ? {} : { losses: pageLosses(seen?.page, body, article.text) };
}

/** The scores of a page whose worker died. */
export function scoreFailure(label: Label, extractors: readonly Extractor[], error: NewsError): PageScore[] {
  const splits = splitsOf(label.truth, undefined, undefined);
  const score = scoreRun(label, { article: NO_ARTICLE, error }, { nodes: undefined, splits });
  return extractors.map(({ id }) => ({ ...score, extractor: id }));
}

function scoreRun(
  label: Label,
  run: ExtractorRun,
  { nodes, splits }: { readonly nodes: NodeTruth | undefined; readonly splits: readonly Split[] },
): Omit<PageScore, "extractor"> {
  const { id, set, site, url, language, pageType, era, truth } = label;
  const metrics = measureArticle(truth, run.article);
  const titles = { title: truth.title, articleTitle: metrics.title };
  return {
    page: { id, set, site, url, language, pageType, era },
    metrics: nodes ? { ...metrics, ...measureNodes(nodes, run, titles) } : metrics,
    splits,
    ...(run.seen?.extraction.verdict && { verdict: run.seen.extraction.verdict }),
    ...(run.error && { error: { code: run.error.code, message: run.error.message } }),
  };
}

function splitsOf(
  { body, bodyIsPrefix }: Truth,
  nodes: NodeTruth | undefined,
  page: Page | undefined,
): Split[] {
  const splits: Split[] = [];
  const count = countWords(body ?? "");
  if (!bodyIsPrefix && count > 0 && count < SHORT_WORDS) splits.push("short");
  if (!bodyIsPrefix && count > 0 && count < FEW_WORDS) splits.push("under 100 words");
  if (nodes?.isInPieces) splits.push("pieces");
  if (page !== undefined && count > 0 && !holdsTruth(page, body ?? "")) splits.push("truth elsewhere");
  return splits;
}

/** A page that holds its truth has at least this much of its vocabulary; common words are on every page. */
const MIN_VOCABULARY = 0.5;

/** Whether a page holds at least half of the different words of a text, shown or in data. */
function holdsTruth({ document }: Page, body: string): boolean {
  const asked = new Set(words(body));
  const enough = asked.size * MIN_VOCABULARY;
  const found = new Set<string>();
  for (let node = 0; node < document.size && found.size < enough; node++) {
    if (document.kind[node] !== NODE_KIND.text) continue;
    for (const word of words(rawText(document, node))) if (asked.has(word)) found.add(word);
  }
  return found.size >= enough;
}

/** The metrics of an empty answer. */
export const NO_ARTICLE: MeasuredArticle = { title: null, authors: [], published: null, text: "" };

/** Runs the one-call API with an extractor, as any user would; a failure is an answer with an empty article. */
export function runExtractor(
  { label, html, rendered }: LabelledPage,
  extractor: Extractor,
  { titleHint = "none", include }: Partial<Pick<ScoreOptions, "titleHint" | "include">> = {},
): ExtractorRun {
  let seen: ExtractorRun["seen"];
  const hint = titleHint === "truth" ? label.truth.title : null;
  const watched: Extractor = {
    ...extractor,
    extract(page, hints) {
      const extraction = extractor.extract(page, titleHint === "page" ? withOwnTitle(page, hints) : hints);
      seen = { page, extraction };
      return extraction;
    },
  };
  try {
    const article = extract(rendered ?? html, {
      extractor: watched,
      include,
      ...(label.url !== null && { url: label.url }),
      ...(label.encoding !== null && { encoding: label.encoding }),
      ...(hint !== null && { collectedTitle: hint }),
    });
    return { article, ...(seen && { seen }) };
  } catch (error) {
    return { article: NO_ARTICLE, error: asNewsError(error) };
  }
}

/** The hints with the page's own `title` as the collected one. */
export function withOwnTitle(page: Page, hints: Hints): Hints {
  const node = page.document.tag.indexOf(TAG.title);
  const collectedTitle = node < 0 ? "" : foldSpaces(rawText(page.document, node));
  return collectedTitle === "" ? hints : { ...hints, collectedTitle };
}

/** What the best subtree of a page can reach against its truth; the same for every extractor. */
interface NodeTruth extends SubtreeLimits {
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
function measureNodes(
  truth: NodeTruth,
  run: ExtractorRun,
  { title, articleTitle }: { readonly title: string | null; readonly articleTitle: number | undefined },
): PageMetrics {
  const { seen } = run;
  const root = seen?.extraction.bodyRoot;
  if (seen === undefined || root === undefined) return { oracle: truth.oracle };
  // Where no subtree holds the article whole, no choice is right.
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
