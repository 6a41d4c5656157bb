import { measureArticle } from "../../src/eval/measure.ts";
import { estimate } from "../../src/eval/rows.ts";
import { PAPER_OPTIONS } from "../../src/extractors/index.ts";
import {
  type Experiment,
  markdownTable,
  plainTable,
  provenanceLines,
  type VariantRow,
} from "./experiment.ts";
import { cleanEvalTable } from "./mss/cleaneval.ts";
import {
  articleOf,
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
  scoreBlock,
  supervised,
} from "./mss/corpus.ts";
import { PAPER_TABLES } from "./mss/paper-tables.data.ts";

/** A set of sites with many pages each, as the paper's Big 5, and one of many sites, as its Myriad 40. */
const BIG = "big9";

const MYRIAD = "l3s-gn1-a";

/** The experiments of the MSS paper on our sets: tables 1 to 6, whole articles, options, CleanEval. */
export const mss: Experiment = async function* ({ places, provenance }) {
  const modelFor = await crossValidate(places, RESEARCH_SETS);
  const examples = await listExamples(places, RESEARCH_SETS);
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
  const scores: BlockScore[] = methods.flatMap((method) =>
    own.map((example) => scoreBlock(method.name, method.extractorFor(example.domain), example)),
  );
  yield `## Whole articles, by cross-validation\n\n${wholeArticleTable(examples, methods.slice(1))}`;
  yield `## Options, by cross-validation\n\n${wholeArticleTable(own, optionMethods(modelFor))}`;
  yield "## The paper's tables\n\nWords of the block, each one of a kind, as the paper counts them.";
  for (const table of PAPER_TABLES) yield paperTable(table, scores);

  const cleaners = [
    ...BASELINES,
    supervised("unigrams, as the paper", modelFor, CLEANEVAL_OPTIONS),
    supervised("trigrams, as the paper", modelFor, PAPER_OPTIONS),
    supervised("supervised", modelFor, {}),
    supervised("supervised, bias .14", modelFor, { bias: 0.14 }),
  ];
  yield `## CleanEval\n\n${cleanEvalTable(cleanEval, cleaners)}`;
};

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

function measure(example: Example, method: Method) {
  return measureArticle(example.label.truth, articleOf(example, method.extractorFor(example.domain)));
}
