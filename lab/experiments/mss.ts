import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import { measureArticle } from "../../src/eval/measure.ts";
import { estimate } from "../../src/eval/rows.ts";
import { PAPER_OPTIONS } from "../../src/extractors/index.ts";
import { curveChart } from "./charts.ts";
import {
  type Experiment,
  markdownTable,
  plainTable,
  provenanceLines,
  type VariantRow,
} from "./experiment.ts";
import {
  BASELINES,
  type BlockScore,
  CLEANEVAL_OPTIONS,
  crossValidate,
  describeSets,
  type Example,
  listExamples,
  type Method,
  meanCells,
  optionMethods,
  RESEARCH_SETS,
  type SourcePoint,
  scoreBlock,
  sourceCurve,
  supervised,
} from "./mss/corpus.ts";
import { PAPER_TABLES } from "./mss/paper-tables.data.ts";
import { cleanEvalTable, gainTable, siteGains } from "./mss/site-gain.ts";

/** A set of sites with many pages each, as the paper's Big 5, and one of many sites, as its Myriad 40. */
const BIG = "big9";

const MYRIAD = "l3s-gn1-a";

const SITE_SETS = ["daniel-en-zh-pl", BIG, "cleanportaleval", "czech-sites"];
const CHART = join("docs", "images", "mss-sources.svg");

/** The experiments of the MSS paper on our sets: tables 1 to 8, figure 2, the gain on single sites, CleanEval. */
export const mss: Experiment = async function* ({ places, provenance }) {
  const modelFor = await crossValidate(places, RESEARCH_SETS);
  const examples = await listExamples(places, [...new Set([MYRIAD, ...SITE_SETS])]);
  const cleanEval = await listExamples(places, ["cleaneval-dev"]);
  yield provenanceLines(provenance, describeSets([...examples, ...cleanEval]));
  const own = examples.filter(({ label }) => label.set === BIG || label.set === MYRIAD);

  const methods: Method[] = [
    ...BASELINES,
    supervised("supervised, as the paper", modelFor, PAPER_OPTIONS),
    supervised("supervised", modelFor, {}),
    supervised("supervised + HR, as the paper", modelFor, { ...PAPER_OPTIONS, cutAtRule: true }),
    supervised("supervised + HR", modelFor, { cutAtRule: true }),
  ];
  const gains = siteGains(
    examples.filter(({ label }) => SITE_SETS.includes(label.set)),
    modelFor,
  );
  const scores: BlockScore[] = [
    ...methods.flatMap((method) =>
      own.map((example) => scoreBlock(method.name, method.extractorFor(example.domain), example)),
    ),
    ...gains.flatMap(({ blocks }) => blocks.filter(({ set }) => set === BIG)),
  ];
  yield `## Whole articles, by cross-validation\n\n${wholeArticleTable(examples, methods.slice(1))}`;
  yield `## Options, by cross-validation\n\n${wholeArticleTable(own, optionMethods(modelFor))}`;
  yield "## The paper's tables\n\nWords of the block, each one of a kind, as the paper counts them.";
  for (const table of PAPER_TABLES) yield paperTable(table, scores);

  yield figureTwo(own);
  yield `## A site's own pages\n\n${gainTable(gains)}`;

  const cleaners = [
    ...BASELINES,
    supervised("unigrams, as the paper", modelFor, CLEANEVAL_OPTIONS),
    supervised("trigrams, as the paper", modelFor, PAPER_OPTIONS),
    supervised("supervised", modelFor, {}),
    supervised("supervised, bias .14", modelFor, { bias: 0.14 }),
  ];
  yield `## CleanEval\n\n${cleanEvalTable(cleanEval, cleaners)}`;
};

/** Draws figure 2 and gives its figures. */
function figureTwo(examples: readonly Example[]): string {
  const curves = [
    { name: "supervised", points: sourceCurve(examples, {}) },
    { name: "as the paper", points: sourceCurve(examples, PAPER_OPTIONS) },
  ];
  writeFileSync(CHART, drawSources(curves));
  const counts = curves[0]!.points.map(({ sources }) => String(sources));
  const rows = curves.map(({ name, points }) => [name, ...points.map(({ f1 }) => formatShare(f1))]);
  return `## Figure 2: F1 against short extractions, by number of training sources\n\n![F1 against short extractions grows with the number of training sources](../images/mss-sources.svg)\n\n${plainTable(["sources", ...counts], rows, 1)}`;
}

/** One table of the paper's section 7. */
export interface PaperTable {
  readonly title: string;
  readonly against: "short" | "best";
  /** Our methods that it is about. */
  readonly methods: readonly string[];
  /** The paper's own means: Big 5, Myriad 40, overall, each as precision, recall, F1; null where it has none. */
  readonly paper: readonly (readonly [string, string, string] | null)[];
}

/** A table in the paper's form, for each of its methods: a row a source, then the groups, with the paper's figures. */
function paperTable(table: PaperTable, scores: readonly BlockScore[]): string {
  const rows = table.methods.flatMap((method) => methodRows(method, table, scores));
  const paperRows = GROUPS.flatMap(({ paper }, group) => {
    const figures = table.paper[group];
    return figures ? [["the paper", paper, "", ...figures.map((figure) => `${figure} %`)]] : [];
  });
  return `### ${table.title}\n\n${plainTable(["method", "source", "pages", "P", "R", "F1"], [...rows, ...paperRows], 2)}`;
}

const GROUPS = [
  { name: `\`${BIG}\` (many pages a site)`, paper: "Big 5", holds: ({ set }: BlockScore) => set === BIG },
  { name: `\`${MYRIAD}\` (many sites)`, paper: "Myriad 40", holds: ({ set }: BlockScore) => set === MYRIAD },
  { name: "overall", paper: "overall", holds: () => true },
];

function methodRows(method: string, { against }: PaperTable, scores: readonly BlockScore[]): string[][] {
  const own = scores.filter((score) => score.method === method);
  const row = (source: string, pages: readonly BlockScore[]) => [
    method,
    source,
    String(pages.length),
    ...meanCells(pages.map((score) => score[against])),
  ];
  const sites = Map.groupBy(
    own.filter(({ set }) => set === BIG),
    ({ site }) => site,
  );
  return [
    ...[...sites].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([site, pages]) => row(site, pages)),
    ...GROUPS.map(({ name, holds }) => [name, own.filter(holds)] as const)
      .filter(([, pages]) => pages.length > 0)
      .map(([name, pages]) => row(name, pages)),
  ];
}

interface SetRow extends VariantRow {
  readonly set: string;
}

/** Whole articles, as users get them, set by set: word F1, P, R and ECON's classes with intervals. */
function wholeArticleTable(examples: readonly Example[], methods: readonly Method[]): string {
  const sets = Map.groupBy(examples, ({ label }) => label.set);
  const rows: SetRow[] = [...sets].flatMap(([set, pages]) =>
    methods.map((method) => ({
      set,
      extractor: method.name,
      estimates: estimate(pages.map((example) => measure(example, method))),
    })),
  );
  return markdownTable(rows, "set", ({ set }) => `\`${set}\``);
}

function measure({ label, html, domain }: Example, method: Method) {
  const { url, encoding, truth } = label;
  const extractor = method.extractorFor(domain);
  return measureArticle(
    truth,
    extract(html, { extractor, url: url ?? undefined, encoding: encoding ?? undefined }),
  );
}

/** How a method grows with the sources it learns from. */
interface SourceCurve {
  readonly name: string;
  readonly points: readonly SourcePoint[];
}

/** The curves as a picture. */
function drawSources(curves: readonly SourceCurve[]): string {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: points.map(({ sources, f1 }) => ({ x: sources, ys: [f1] })),
  }));
  const ends = lines.map(({ name, points }) => {
    const [first, last] = [points[0]!, points.at(-1)!].map(({ ys }) => formatShare(ys[0]!));
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "F1 and training sources",
      description: `Lines over the number of training sources: ${ends.join("; ")}.`,
      x: "training sources (log scale)",
      y: "F1 (short)",
    },
    lines,
  );
}
