import type { ExtractorId } from "../extractors/index.ts";
import { countWords } from "../text/index.ts";
import type { Truth } from "./label.ts";
import { measureArticle } from "./measure-article.ts";
import { measureNodes, type NodeTruth, nodeTruth } from "./measure-nodes.ts";
import type { PageScore, ScoreOptions, Split } from "./page-score.ts";
import type { LabelledPage } from "./read-set.ts";
import { runExtractor } from "./run-extractor.ts";

/** A truth below this makes a short page; the paper shows one of a single sentence and names no number. */
const SHORT_WORDS = 60;

/** Runs extractors over a labelled page and measures each. An extractor that fails is measured as if it kept nothing. */
export function scorePage(
  labelled: LabelledPage,
  extractors: readonly ExtractorId[],
  options: ScoreOptions,
): PageScore[] {
  const { id, set, site, url, language, pageType, era, truth } = labelled.label;
  const runs = extractors.map((extractor) => runExtractor(labelled, extractor, options.titleHint));
  const page = options.nodes ? runs.find((run) => run.seen !== undefined)?.seen?.page : undefined;
  const nodes = page && nodeTruth(page, truth);
  const splits = splitsOf(truth, nodes);
  return runs.map((run, at) => {
    const metrics = measureArticle(truth, run.article);
    return {
      page: { id, set, site, url, language, pageType, era },
      extractor: extractors[at]!,
      metrics: nodes ? { ...metrics, ...measureNodes(nodes, run, metrics.title) } : metrics,
      splits,
      ...(run.error && { error: { code: run.error.code, message: run.error.message } }),
      ...(options.texts && { kept: run.article.text }),
    };
  });
}

function splitsOf({ body, bodyIsPrefix }: Truth, nodes: NodeTruth | undefined): Split[] {
  const splits: Split[] = [];
  const count = countWords(body ?? "");
  if (!bodyIsPrefix && count > 0 && count < SHORT_WORDS) splits.push("short");
  if (nodes?.isInPieces) splits.push("pieces");
  return splits;
}
