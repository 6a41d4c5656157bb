import { type Page, shownText } from "../page/index.ts";
import { holdSameText, type SubtreeLimits, subtreeLimits, type Truth } from "../sets/index.ts";
import { words } from "../text/index.ts";
import { titleExact } from "./metrics/index.ts";
import type { PageMetrics } from "./page-score.ts";
import { isInPieces } from "./pieces.ts";
import type { ExtractorRun } from "./run-extractor.ts";

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
