import { estimate, evaluate, type MetricId, type PageScore } from "../../../eval/index.ts";
import { isExtractorName } from "../../../extractors/index.ts";
import type { EvaluateResult, Interval } from "../contract.ts";
import { intervalOf, type JobWork } from "./train-job.ts";

const TENTHS = 10;
/** Pages that are listed, the worst first. */
const MAX_WORST = 50;

/** What to measure: extractors, and models of earlier jobs under the names that their rows get. */
export interface EvaluateAsked {
  readonly folder: string;
  readonly extractors: readonly string[];
  readonly models: readonly { readonly path: string; readonly name: string }[];
}

/** Measures extractors on a set; the first is the baseline of the others. */
export async function evaluateSet(
  { folder, extractors, models }: EvaluateAsked,
  { tell }: JobWork,
): Promise<EvaluateResult> {
  const known = extractors.filter(isExtractorName);
  const runs = models.length + (known.length > 0 ? 1 : 0);
  let at = 0;
  let dataHash = "";
  const run = async (options: { readonly model?: string; readonly extractors: typeof known }) => {
    const { sets, scores } = await evaluate({
      sets: [folder],
      titleHint: "none",
      nodes: false,
      texts: false,
      // In the studio people measure their own models on the very site they were trained on.
      includeSeen: true,
      workers: 1,
      ...options,
      onProgress: (done, total) =>
        tell({ step: `page ${done} of ${total}`, progress: (at + done / total) / runs }),
    });
    at += 1;
    dataHash = sets[0]?.hash.slice(0, 16) ?? "";
    return scores;
  };
  const all = known.length > 0 ? [...(await run({ extractors: known }))] : [];
  for (const { path, name } of models) {
    const scores = await run({ extractors: [], model: path });
    all.push(...scores.map((score) => ({ ...score, extractor: name })));
  }
  const byExtractor = Map.groupBy(all, ({ extractor }) => extractor);
  const names = [...byExtractor.keys()];
  return {
    kind: "evaluate",
    dataHash,
    rows: names.map((extractor) => rowOf(extractor, byExtractor.get(extractor)!)),
    differences: names.slice(1).map((extractor) => ({
      extractor,
      f1: intervalOf(differencesOf(byExtractor.get(names[0]!)!, byExtractor.get(extractor)!)),
    })),
    worst: worstOf(byExtractor),
  };
}

function rowOf(extractor: string, scores: readonly PageScore[]): EvaluateResult["rows"][number] {
  const estimates = estimate(scores.map(({ metrics }) => metrics));
  const one = (id: MetricId): Interval | null => {
    const found = estimates[id];
    return found === undefined ? null : { value: found.mean, low: found.low, high: found.high };
  };
  const none = { value: 0, low: 0, high: 0 };
  const histogram = new Array<number>(TENTHS).fill(0);
  for (const { metrics } of scores)
    histogram[Math.min(TENTHS - 1, Math.floor((metrics.wordF1 ?? 0) * TENTHS))]!++;
  return {
    extractor,
    f1: one("wordF1") ?? none,
    precision: one("wordPrecision") ?? none,
    recall: one("wordRecall") ?? none,
    correctly: one("correctly") ?? none,
    titleExact: one("title"),
    histogram,
  };
}

/** The differences of F1 on the pages that both have, page by page. */
function differencesOf(first: readonly PageScore[], second: readonly PageScore[]): number[] {
  const before = new Map(first.map(({ page, metrics }) => [page.id, metrics.wordF1]));
  return second.flatMap(({ page, metrics }) => {
    const known = before.get(page.id);
    return known === undefined || metrics.wordF1 === undefined ? [] : [metrics.wordF1 - known];
  });
}

function worstOf(byExtractor: ReadonlyMap<string, readonly PageScore[]>): EvaluateResult["worst"] {
  const pages = new Map<string, Record<string, number>>();
  for (const [extractor, scores] of byExtractor) {
    for (const { page, metrics } of scores)
      pages.set(page.id, { ...pages.get(page.id), [extractor]: metrics.wordF1 ?? 0 });
  }
  const lowest = (f1: Readonly<Record<string, number>>) => Math.min(...Object.values(f1));
  return [...pages]
    .map(([page, f1]) => ({ page, f1 }))
    .sort((a, b) => lowest(a.f1) - lowest(b.f1))
    .slice(0, MAX_WORST);
}
