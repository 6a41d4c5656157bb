import { type MetricId, measureArticle } from "../../../src/eval/index.ts";
import { runExtractor } from "../../../src/eval/run-extractor.ts";
import type { Extractor } from "../../../src/extractors/index.ts";
import type { LabelledPage } from "../../../src/sets/index.ts";

/** A method's answer on a page. */
export interface Answer {
  readonly method: string;
  /** Whether the page has a template that the method was learned from, as far as it knows. */
  readonly isKnown: boolean;
  readonly metrics: ReturnType<typeof measureArticle>;
}

/** Runs a method on a page, without hints, and measures its article. */
export function ask(method: Extractor, page: LabelledPage): Answer {
  const { article, seen } = runExtractor(page, method);
  const isKnown = !seen?.extraction.warnings?.includes("UNKNOWN_TEMPLATE");
  return { method: method.id, isKnown, metrics: measureArticle(page.label.truth, article) };
}

/** The mean of a metric over answers. */
export function meanOf(answers: readonly Answer[], metric: MetricId): number {
  return answers.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0) / Math.max(1, answers.length);
}
