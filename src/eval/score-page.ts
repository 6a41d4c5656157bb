import type { NewsError } from "../errors/index.ts";
import type { Extractor } from "../extractors/index.ts";
import type { Label, LabelledPage, Truth } from "../sets/index.ts";
import { countWords } from "../text/index.ts";
import { measureArticle, measureNodes, type NodeTruth, nodeTruth } from "./measure.ts";
import type { PageScore, ScoreOptions, Split } from "./page-score.ts";
import { type ExtractorRun, NO_ARTICLE, runExtractor } from "./run-extractor.ts";

/** A truth below this makes a short page; the paper shows one of a single sentence and names no number. */
const SHORT_WORDS = 60;

/** Runs extractors over a labelled page and measures each. An extractor that fails is measured as if it kept nothing. */
export function scorePage(
  labelled: LabelledPage,
  extractors: readonly Extractor[],
  options: ScoreOptions,
): PageScore[] {
  const { label } = labelled;
  const runs = extractors.map((extractor) => runExtractor(labelled, extractor, options));
  const page = options.nodes ? runs.find((run) => run.seen !== undefined)?.seen?.page : undefined;
  const nodes = page && nodeTruth(page, label.truth);
  return runs.map((run, at) => ({
    ...scoreRun(label, run, nodes),
    extractor: extractors[at]!.id,
    ...(options.texts && { kept: run.article.text }),
  }));
}

/** The scores of a page that no extractor came back from. */
export function scoreFailure(label: Label, extractors: readonly Extractor[], error: NewsError): PageScore[] {
  const score = scoreRun(label, { article: NO_ARTICLE, error }, undefined);
  return extractors.map(({ id }) => ({ ...score, extractor: id }));
}

function scoreRun(
  label: Label,
  run: ExtractorRun,
  nodes: NodeTruth | undefined,
): Omit<PageScore, "extractor"> {
  const { id, set, site, url, language, pageType, era, truth } = label;
  const metrics = measureArticle(truth, run.article);
  const titles = { title: truth.title, articleTitle: metrics.title };
  return {
    page: { id, set, site, url, language, pageType, era },
    metrics: nodes ? { ...metrics, ...measureNodes(nodes, run, titles) } : metrics,
    splits: splitsOf(truth, nodes),
    ...(run.seen?.extraction.verdict && { verdict: run.seen.extraction.verdict }),
    ...(run.error && { error: { code: run.error.code, message: run.error.message } }),
  };
}

function splitsOf({ body, bodyIsPrefix }: Truth, nodes: NodeTruth | undefined): Split[] {
  const splits: Split[] = [];
  const count = countWords(body ?? "");
  if (!bodyIsPrefix && count > 0 && count < SHORT_WORDS) splits.push("short");
  if (nodes?.isInPieces) splits.push("pieces");
  return splits;
}
