import { formatShare } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { blocksIn, EXTRACTORS, makeVips, segmentPage } from "../../src/extractors/index.ts";
import { findSet, type LabelledPage, readSet, subtreeLimits, wordOverlap } from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import { bestBlock } from "./best-block.ts";
import { type Experiment, plainTable } from "./experiment.ts";

const SETS = ["big9", "l3s-gn1-a"] as const;
const GRANULARITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const HEADS = ["granularity", "pages", "heuristic", "perfect picker", "best subtree", "blocks a page"];
/** Every nth page is read. */
const STEP = { whole: 1, quick: 10 } as const;

/** What a page gives at a granularity. */
interface Figures {
  readonly granularity: number;
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
    const measured: Figures[] = [];
    let at = 0;
    for await (const labelled of readSet(await findSet(set, places))) {
      if (at++ % (isQuick ? STEP.quick : STEP.whole) === 0) measured.push(...measurePage(labelled));
    }
    const rows = GRANULARITIES.map((granularity) =>
      rowOf(
        granularity,
        measured.filter((own) => own.granularity === granularity),
      ),
    );
    yield `\`${set}\`:\n\n${plainTable(HEADS, rows, 0)}`;
  }
};

/** Nothing for a page that has no whole truth or cannot be read. */
function measurePage(labelled: LabelledPage): Figures[] {
  const { body, bodyIsPrefix } = labelled.label.truth;
  const page = runExtractor(labelled, EXTRACTORS.everything).seen?.page;
  if (body === null || bodyIsPrefix || page === undefined) return [];
  const truth = words(body);
  const { oracle } = subtreeLimits(page, truth);
  return GRANULARITIES.map((granularity) => {
    const { article } = runExtractor({ ...labelled, rendered: { page } }, makeVips({ granularity }));
    const root = segmentPage(page, { granularity });
    return {
      granularity,
      heuristic: wordOverlap(truth, words(article.text)).f1,
      perfect: bestBlock(page, root, truth).f1,
      oracle,
      blocks: [...blocksIn(root)].length,
    };
  });
}

function rowOf(granularity: number, figures: readonly Figures[]): string[] {
  const mean = (of: keyof Figures) =>
    figures.reduce((sum, own) => sum + own[of], 0) / Math.max(1, figures.length);
  const shares = (["heuristic", "perfect", "oracle"] as const).map((of) => formatShare(mean(of)));
  return [String(granularity), String(figures.length), ...shares, mean("blocks").toFixed(0)];
}
