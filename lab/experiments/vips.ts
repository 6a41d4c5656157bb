import { formatShare } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { blocksIn, EXTRACTORS, makeVips, type Span, segmentPage } from "../../src/extractors/index.ts";
import {
  type DataPlaces,
  findSet,
  type LabelledPage,
  readSet,
  subtreeLimits,
  wordOverlap,
} from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import { bestBlock, type PickedBlock } from "./best-block.ts";
import { type Experiment, plainTable } from "./experiment.ts";
import { type Example, listExamples, meanCells } from "./mss/corpus.ts";

const SETS = ["big9", "l3s-gn1-a"] as const;
const GRANULARITIES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const HEADS = ["granularity", "pages", "heuristic", "perfect picker", "best subtree", "blocks a page"];
/** Every nth page is read. */
const STEP = { whole: 1, quick: 10 } as const;

const SECTIONS = ["granularities", "tables"] as const;
/** The parts that can be run on their own. */
export const VIPS_SECTIONS: readonly string[] = SECTIONS;

/** The scores of a page at a granularity. */
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
export const vips: Experiment = async function* ({ places, provenance, isQuick, only }) {
  yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
  const step = isQuick ? STEP.quick : STEP.whole;
  if (only !== "tables") yield* granularities(places, step);
  if (only !== "granularities") yield* paperTables(places, step);
};

async function* granularities(places: DataPlaces, step: number): AsyncGenerator<string> {
  for (const set of SETS) {
    const measured: Figures[] = [];
    let at = 0;
    for await (const labelled of readSet(await findSet(set, places))) {
      if (at++ % step === 0) measured.push(...measurePage(labelled));
    }
    const rows = GRANULARITIES.map((granularity) =>
      rowOf(
        granularity,
        measured.filter((own) => own.granularity === granularity),
      ),
    );
    yield `\`${set}\`:\n\n${plainTable(HEADS, rows, 0)}`;
  }
}

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

/** The granularities of tables 9 and 10 of the MSS paper: the paper's own, and our default. */
const TABLE_GRANULARITIES = [8, 9] as const;

/** The means that the MSS paper prints at granularity 8: Big 5, Myriad 40, overall, each as precision, recall, F1. */
const PAPER_MEANS = {
  short: [
    ["95.5 %", "96.8 %", "95.7 %"],
    ["90.2 %", "96.9 %", "93.0 %"],
    ["90.8 %", "98.4 %", "94.1 %"],
  ],
  best: [
    ["96.4 %", "96.9 %", "96.2 %"],
    ["93.0 %", "96.8 %", "94.5 %"],
    ["93.8 %", "98.4 %", "95.8 %"],
  ],
} as const;
const PAPER_GROUPS = ["the paper: Big 5", "the paper: Myriad 40", "the paper: overall"] as const;

interface Picked {
  readonly set: string;
  readonly site: string;
  readonly short: PickedBlock;
  readonly best: PickedBlock;
}

/** Tables 9 and 10 of the MSS paper (7.6): a perfect picker, words as a bag, against short and best extractions. */
async function* paperTables(places: DataPlaces, step: number): AsyncGenerator<string> {
  const examples = (await listExamples(places, SETS)).filter((_, at) => at % step === 0);
  const picked = TABLE_GRANULARITIES.map((granularity) =>
    examples.map((example) => pickBest(example, granularity)),
  );
  for (const [number, against] of [
    [9, "short"],
    [10, "best"],
  ] as const) {
    const groups = groupsOf(picked[0]!);
    const rows = groups.map(([name, holds]) => [
      name,
      String(picked[0]!.filter(holds).length),
      ...picked.flatMap((own) => meanCells(own.filter(holds).map((page) => page[against]))),
    ]);
    const paper = PAPER_GROUPS.map((name, at) => [name, "", ...PAPER_MEANS[against][at]!, "", "", ""]);
    const columns = TABLE_GRANULARITIES.flatMap((granularity) => [`P at ${granularity}`, "R", "F1"]);
    const table = plainTable(["source", "pages", ...columns], [...rows, ...paper], 1);
    yield `### Table ${number}: VIPS with a perfect picker, against ${against} extractions\n\n${table}`;
  }
}

function pickBest(example: Example, granularity: number): Picked {
  const { label, page, extractions } = example;
  const root = segmentPage(page, { granularity });
  const [short, ...longer] = extractions.map((span) => bestBlock(page, root, wordsOf(example, span)));
  const best = longer.reduce((found, other) => (other.f1 > found.f1 ? other : found), short!);
  return { set: label.set, site: label.site ?? label.id, short: short!, best };
}

function wordsOf({ page, tokens }: Example, { first, last }: Span): string[] {
  const { text } = page.document;
  const own: string[] = [];
  for (let at = first; at <= last; at++) own.push(...words(text.slice(tokens.start[at], tokens.end[at])));
  return own;
}

/** Each site of the set with many pages a site, both sets, and all. */
function groupsOf(pages: readonly Picked[]): readonly (readonly [string, (page: Picked) => boolean])[] {
  const [big, myriad] = SETS;
  const sites = [...new Set(pages.filter(({ set }) => set === big).map(({ site }) => site))].toSorted();
  return [
    ...sites.map((site) => [site, (page: Picked) => page.set === big && page.site === site] as const),
    [`\`${big}\``, (page) => page.set === big],
    [`\`${myriad}\``, (page) => page.set === myriad],
    ["overall", () => true],
  ];
}
