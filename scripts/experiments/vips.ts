import {
  bestBlock,
  findSet,
  formatShare,
  type LabelledPage,
  readSet,
  subtreeLimits,
  wordOverlap,
} from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/run-extractor.ts";
import { blocksIn, makeVips, segmentPage } from "../../src/extractors/index.ts";
import { words } from "../../src/text/index.ts";
import type { Experiment } from "./experiment.ts";
import { plainTable } from "./plain-table.ts";

const SETS = ["big9", "l3s-gn1-a"] as const;
const GRANULARITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** Every so many pages are read. */
const STEP = { whole: 1, quick: 10 } as const;

/** What a page gives at a granularity. */
interface Figures {
  /** Word F1 of the article that the extractor gives. */
  readonly heuristic: number;
  /** Word F1 of the block that a perfect picker takes. */
  readonly perfect: number;
  /** Word F1 of the best single subtree. */
  readonly oracle: number;
  readonly blocks: number;
}

/** VIPS with estimated layouts at every granularity: the simple heuristic, the perfect picker, and the size of the trees. */
export const vips: Experiment = async function* ({ places, provenance, isQuick }) {
  yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
  for (const set of SETS) {
    const folder = await findSet(set, places);
    const step = isQuick ? STEP.quick : STEP.whole;
    const measured = new Map<number, Figures[]>(GRANULARITIES.map((granularity) => [granularity, []]));
    let at = 0;
    for await (const labelled of readSet(folder)) {
      const { body, bodyIsPrefix } = labelled.label.truth;
      if (at++ % step !== 0 || body === null || bodyIsPrefix) continue;
      for (const [granularity, figures] of measured)
        figures.push(...measurePage(labelled, words(body), granularity));
    }
    const rows = [...measured].map(([granularity, figures]) => rowOf(granularity, figures));
    const heads = [
      "granularity",
      "pages",
      "heuristic F1",
      "perfect picker F1",
      "best subtree F1",
      "blocks a page",
    ];
    yield `\`${set}\`:\n\n${plainTable(heads, rows, 0)}`;
  }
};

/** Nothing for a page that cannot be read. */
function measurePage(labelled: LabelledPage, truth: readonly string[], granularity: number): Figures[] {
  const { article, seen } = runExtractor(labelled, makeVips({ granularity }), "none");
  if (seen === undefined) return [];
  const root = segmentPage(seen.page, { granularity });
  return [
    {
      heuristic: wordOverlap(truth, words(article.text)).f1,
      perfect: bestBlock(seen.page, root, truth).f1,
      oracle: subtreeLimits(seen.page, truth).oracle,
      blocks: [...blocksIn(root)].length,
    },
  ];
}

function rowOf(granularity: number, figures: readonly Figures[]): string[] {
  const mean = (of: keyof Figures) =>
    figures.reduce((sum, own) => sum + own[of], 0) / Math.max(1, figures.length);
  const shares = (["heuristic", "perfect", "oracle"] as const).map((of) => formatShare(mean(of)));
  return [String(granularity), String(figures.length), ...shares, mean("blocks").toFixed(0)];
}
