import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare } from "../../src/eval/index.ts";
import { PAPER_OPTIONS } from "../../src/extractors/index.ts";
import { type Experiment, provenanceLines } from "./experiment.ts";
import { type BlockScore, scoreBlock } from "./mss/block-scores.ts";
import { cleanEvalTable } from "./mss/cleaneval.ts";
import { describeSets, type Example, listExamples } from "./mss/corpus.ts";
import { drawSources } from "./mss/draw-sources.ts";
import { crossValidate } from "./mss/fold-models.ts";
import { BASELINES, CLEANEVAL_OPTIONS, type Method, optionMethods, supervised } from "./mss/methods.ts";
import { PAPER_TABLES } from "./mss/paper-tables.data.ts";
import { gainTable, siteGains } from "./mss/site-gain.ts";
import { sourceCurve } from "./mss/sources.ts";
import { BIG, MYRIAD, paperTable } from "./mss/tables.ts";
import { wholeArticleTable } from "./mss/whole-articles.ts";
import { plainTable } from "./plain-table.ts";

/** Old sets: trained on by cross-validation over domains; no model of them is shipped. */
const RESEARCH_SETS = [MYRIAD, BIG, "daniel-en-zh-pl", "cleanportaleval", "czech-sites"];
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
