import { TITLE_SITUATIONS } from "../../src/article/index.ts";
import { formatShare, type SetSummary } from "../../src/eval/index.ts";
import { estimate } from "../../src/eval/rows.ts";
import { withOwnTitle } from "../../src/eval/score-page.ts";
import { EXTRACTORS } from "../../src/extractors/index.ts";
import { PAPER_OPTIONS, type RelevanceOptions } from "../../src/extractors/relevance/options.ts";
import { makeRelevance } from "../../src/extractors/relevance/relevance.ts";
import type { Hints } from "../../src/page/index.ts";
import { findSet, type Label, readLabels } from "../../src/sets/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  plainTable,
  provenanceLines,
  setLines,
} from "./experiment.ts";
import { DAMAGES, dateTable, severalMadeUp, severalTitles, spoiltTitles } from "./relevance-titles.ts";
import { madeUpRows, type Trial, type TrialSet, tryVariants, type Variant } from "./relevance-trials.ts";

/** Sets with titles and bodies; the years are those of the pages. */
const SETS = [
  { name: "big9", years: undefined },
  { name: "l3s-gn1-a", years: "2008" },
  { name: "daniel-en-zh-pl", years: "2011-12" },
  { name: "multi2023-en-fr-de-zh", years: "2023" },
  { name: "czech-sites", years: "2010-22" },
  { name: "fundus-a", years: "2023-26" },
  { name: "wcxb-dev", years: "2025" },
] as const;
const AGGREGATED = ["l3s-gn1-a", "daniel-en-zh-pl", "fundus-a"];
const SPOILT_SETS = ["l3s-gn1-a", "big9", "fundus-a"];
/** Sixteen variants on every page would take long: large sets are sampled. */
const OPTION_SETS: readonly TrialSet[] = [
  { name: "l3s-gn1-a" },
  { name: "big9" },
  { name: "daniel-en-zh-pl", step: 3 },
  { name: "multi2023-en-fr-de-zh" },
  { name: "czech-sites" },
  { name: "fundus-a" },
  { name: "wcxb-dev", step: 3 },
];

/** Held-out sets of the options. Three have no titles: the page's own is used. */
const UNSEEN_SETS: readonly TrialSet[] = [
  { name: "evan2021" },
  { name: "cleanportaleval" },
  { name: "zh-immortal" },
  { name: "readability" },
];

/** Han & Tokuda's own figures: tables 1 to 3. */
const PAPER = `| table of the paper | sum | success | failure | precision |
| --- | ---: | ---: | ---: | ---: |
| 1: May to August 2007 | 1000 | 970 | 30 | 97.0 % |
| 1: September 2007 to January 2008 | 500 | 491 | 9 | 98.2 % |
| 1: February to May 2008 | 500 | 485 | 15 | 97.0 % |
| 1: June to September 2008 | 500 | 488 | 12 | 97.6 % |
| 1: total | 2500 | 2434 | 66 | 97.4 % |
| 2: one news site's database, 2003 to 2008 (250 asked for) | 248 | 240 | 8 | 96.8 % |
| 3: news aggregation, many sites | 500 | 483 | 17 | 96.6 % |`;

/** The words that `--only` takes. */
export const RELEVANCE_SECTIONS = ["tables", "own-title", "spoilt", "several", "options", "made-up"];

/** The relevance paper's three experiments on our sets, the effect of titles, and that of each option. */
export const relevance: Experiment = async function* ({ places, provenance, only }) {
  const isWanted = (section: string) => only === undefined || only === section;
  if (isWanted("tables")) yield* paperTables(places, provenance);
  if (isWanted("own-title")) {
    yield `### Names of site and section, where no title was collected\n\n${await ownTitleTable(places)}`;
  }
  if (isWanted("spoilt")) yield `### Spoilt titles\n\n${await spoiltTable(places)}`;
  if (isWanted("several")) {
    yield provenanceLines(provenance, []);
    yield `### Several titles\n\n${await severalTable(places)}`;
    yield `### Dates of lists, with \`fused\`\n\n${await dateTable(DATED_SETS, places)}`;
  }
  if (isWanted("options")) {
    yield `### The worth of each option, by halves of the sites\n\n${await optionTable(places, OPTION_SETS, halvesF1)}`;
    yield `### The same on sets that the options were not made on\n\n${await optionTable(places, UNSEEN_SETS, intervalF1)}`;
  }
  if (isWanted("made-up")) yield `### What the paper left undone, on made-up pages\n\n${madeUpTable()}`;
};

async function* paperTables(
  places: ExperimentContext["places"],
  provenance: ExperimentContext["provenance"],
): AsyncGenerator<string> {
  const variants = [...BOTH.slice(0, 1), ...HINTED];
  const summaries: SetSummary[] = [];
  const trials: Trial[] = [];
  for (const { name } of SETS) {
    const own = await tryVariants({ name }, variants, places);
    summaries.push(own.summary);
    trials.push(
      ...own.trials.map((trial) => (trial.variant === "truth" ? { ...trial, variant: DEFAULT } : trial)),
    );
  }
  yield provenanceLines(provenance, summaries);
  yield `### What the paper reports\n\n${PAPER}`;
  yield `### The paper's figures and ours\n\n${comparisonTable(trials)}`;
  yield `### Table 1 in form: by period\n\n${successTable("period", trials, periodOf)}`;
  const ofSites = trials.filter(({ label }) => label.set === "big9");
  yield `### Table 2 in form: news sites' databases (\`big9\`)\n\n${successTable("site", ofSites, ({ site }) => site ?? "none")}`;
  const ofMany = trials.filter(({ label }) => AGGREGATED.includes(label.set));
  yield `### Table 3 in form: many sites\n\n${successTable("set", ofMany, ({ set }) => `\`${set}\``)}`;
  yield `### The five situations of titles\n\n${situationTable(trials)}`;
  yield `### Where the title comes from\n\n${hintTable(trials)}`;
}

/** The sets that each of the paper's tables is compared with: those most like its pages. */
const COMPARED = [
  { table: "1: 38 sites, 2007-08", printed: "97.4 %", sets: ["l3s-gn1-a"] },
  { table: "2: one site, 2003-08", printed: "96.8 %", sets: ["big9"] },
  { table: "3: many sites, one week", printed: "96.6 %", sets: AGGREGATED },
];

/** The printed figures, and ours by the paper's settings and by default, counted strictly and more mildly. */
function comparisonTable(trials: readonly Trial[]): string {
  const heads = ["table of the paper", "printed", "ours", "pages"];
  const shares = [0.95, 0.9].flatMap((bound) =>
    [AS_PRINTED, DEFAULT].map((variant) => ({
      bound,
      variant,
      head: `${variant}, at ${formatShare(bound)}`,
    })),
  );
  const rows = COMPARED.map(({ table, printed, sets }) => {
    const own = trials.filter(({ label }) => sets.includes(label.set));
    const cells = shares.map(({ bound, variant }) => {
      const ofVariant = own.filter((trial) => trial.variant === variant);
      return percentWithInterval(ofVariant.map((trial) => isSuccess(trial, bound)));
    });
    const names = sets.map((name) => `\`${name}\``).join(", ");
    return [table, printed, names, String(own.filter(({ variant }) => variant === DEFAULT).length), ...cells];
  });
  return plainTable([...heads, ...shares.map(({ head }) => head)], rows, 3);
}

function isSuccess({ precision, recall }: Trial, bound: number): boolean {
  return precision >= bound && recall >= bound;
}

/** A share of pages in percent with its bootstrap 95 % interval. */
function percentWithInterval(successes: readonly boolean[]): string {
  const { correctly } = estimate(successes.map((success) => ({ correctly: Number(success) })));
  if (correctly === undefined) return "";
  const [mean, low, high] = [correctly.mean, correctly.low, correctly.high].map((share) =>
    (100 * share).toFixed(1),
  );
  return `${mean} % (${low}-${high})`;
}

/** All of the sets above, those that no option was chosen on, and blogs of 2012. */
const OWN_TITLE_SETS = [...SETS.map(({ name }) => name), ...UNSEEN_SETS.map(({ name }) => name), "dragnet-a"];

/** Our default with no title given, and the same without `names`, page by page. */
async function ownTitleTable(places: ExperimentContext["places"]): Promise<string> {
  const untitled: readonly Variant[] = [
    { name: "off", extractor: makeRelevance({ names: false }), hints: () => ({}) },
    { name: "on", extractor: ours, hints: () => ({}) },
  ];
  const summaries: SetSummary[] = [];
  const rows: string[][] = [];
  for (const name of OWN_TITLE_SETS) {
    const { trials, summary } = await tryVariants({ name }, untitled, places);
    const [off, on] = untitled.map((variant) => trials.filter((trial) => trial.variant === variant.name));
    const gains = on!.map(({ f1 }, page) => f1 - off![page]!.f1);
    const { wordF1 } = estimate(gains.map((gain) => ({ wordF1: gain })));
    const gain = [wordF1?.mean, wordF1?.low, wordF1?.high].map((share = 0) => share.toFixed(4));
    const changed = gains.filter((one) => one !== 0).length;
    summaries.push(summary);
    rows.push([
      `\`${name}\``,
      String(on!.length),
      String(changed),
      formatShare(meanF1(trials, "off")),
      formatShare(meanF1(trials, "on")),
      `${gain[0]} (${gain[1]} to ${gain[2]})`,
    ]);
  }
  const heads = ["set", "pages", "changed", "without `names`", "default", "gain"];
  return `${plainTable(heads, rows, 1)}\n\n${setLines(summaries)}`;
}

function periodOf({ set, era }: Label): string {
  const years = SETS.find(({ name }) => name === set)?.years ?? era ?? "";
  return `${years} (\`${set}\`)`;
}

/** Success as the paper counts it, with our measure of "correctly" and a milder one. */
function successTable(heading: string, trials: readonly Trial[], group: (label: Label) => string): string {
  const heads = [heading, "variant", "sum", "extracted", "success", "failure", "precision", "at .90"];
  const rows = [...Map.groupBy(trials, ({ label }) => group(label))].flatMap(([name, ofGroup]) =>
    [AS_PRINTED, DEFAULT].map((variant) =>
      successRow(
        name,
        variant,
        ofGroup.filter((trial) => trial.variant === variant),
      ),
    ),
  );
  const totals = [AS_PRINTED, DEFAULT].map((variant) =>
    successRow(
      "total",
      variant,
      trials.filter((trial) => trial.variant === variant),
    ),
  );
  return plainTable(
    heads,
    [...rows.toSorted(([a], [b]) => ((a ?? "") < (b ?? "") ? -1 : Number(a !== b))), ...totals],
    2,
  );
}

function successRow(name: string, variant: string, trials: readonly Trial[]): string[] {
  const good = (bound: number) => trials.filter((trial) => isSuccess(trial, bound)).length;
  const success = good(0.95);
  const percent = (count: number) => `${((100 * count) / trials.length).toFixed(1)} %`;
  const extracted = trials.filter(({ hasText }) => hasText).length;
  const counts = [trials.length, extracted, success, trials.length - success].map(String);
  return [name, variant, ...counts, percent(success), percent(good(0.9))];
}

function hintTable(trials: readonly Trial[]): string {
  const heads = ["set", "pages", "none", "page", "truth", "truth, as printed"];
  const rows = [...Map.groupBy(trials, ({ label }) => label.set)].map(([set, own]) => {
    const titled = own.filter(({ label }) => label.truth.title !== null);
    const shares = ["none", "page", DEFAULT, AS_PRINTED].map((name) => intervalF1(titled, name));
    const pages = titled.filter(({ variant }) => variant === DEFAULT).length;
    return [`\`${set}\``, String(pages), ...shares];
  });
  return plainTable(heads, rows, 1);
}

/** How many pages of each set are in each of the paper's situations, given the true title. */
function situationTable(trials: readonly Trial[]): string {
  const titled = trials.filter(({ variant, title }) => variant === DEFAULT && title?.source === "collected");
  const rows = [...Map.groupBy(titled, ({ label }) => label.set)].map(([set, own]) => {
    const percent = (isCounted: (title: Trial["title"]) => boolean) =>
      `${((100 * own.filter(({ title }) => isCounted(title)).length) / own.length).toFixed(1)} %`;
    const shares = TITLE_SITUATIONS.map((situation) => percent((title) => title?.situation === situation));
    return [`\`${set}\``, String(own.length), ...shares, percent((title) => title?.reserveRange === true)];
  });
  return plainTable(["set", "pages", ...TITLE_SITUATIONS, "in the reserve range"], rows, 1);
}

const BAR_CELLS = 40;

async function spoiltTable(places: ExperimentContext["places"]): Promise<string> {
  const trials: Trial[] = [];
  for (const name of SPOILT_SETS) {
    const labels: Label[] = [];
    for await (const label of readLabels(await findSet(name, places))) labels.push(label);
    trials.push(...(await tryVariants({ name }, spoiltTitles(ours, labels), places)).trials);
  }
  const titled = trials.filter(({ label }) => label.truth.title !== null);
  const bySet = Map.groupBy(titled, ({ label }) => label.set);
  const rows = DAMAGES.map(({ name }) => {
    const mean = meanF1(titled, name);
    const shares = SPOILT_SETS.map((set) => formatShare(meanF1(bySet.get(set) ?? [], name)));
    return [name, "█".repeat(Math.round(mean * BAR_CELLS)), formatShare(mean), ...shares];
  });
  return plainTable(["title", "all, as a bar", "all", ...SPOILT_SETS.map((set) => `\`${set}\``)], rows, 2);
}

/** Sets whose labels have dates of publication. */
const DATED_SETS = ["multi2023-en-fr-de-zh", "czech-sites", "fundus-a", "wcxb-dev", "evan2021"];

/** Word F1 of `relevance` and `fused` on pages that two lists announced under different titles. */
async function severalTable(places: ExperimentContext["places"]): Promise<string> {
  const rows: string[][] = [];
  const summaries: SetSummary[] = [];
  for (const name of SPOILT_SETS) {
    const labels: Label[] = [];
    for await (const label of readLabels(await findSet(name, places))) labels.push(label);
    for (const extractor of [ours, EXTRACTORS.fused]) {
      const variants = severalTitles(extractor, labels);
      const { trials, summary } = await tryVariants({ name }, variants, places);
      const titled = trials.filter(({ label }) => label.truth.title !== null);
      if (extractor === ours) summaries.push(summary);
      rows.push([
        `\`${name}\``,
        extractor.id,
        ...variants.map((variant) => formatShare(meanF1(titled, variant.name))),
      ]);
    }
  }
  for (const extractor of [ours, EXTRACTORS.fused])
    rows.push(["made-up pages", extractor.id, ...severalMadeUp(extractor).map(formatShare)]);
  const heads = severalTitles(ours, []).map(({ name }) => name);
  return `${plainTable(["set", "extractor", ...heads], rows, 2)}\n\n${setLines(summaries)}`;
}

type F1Cell = (trials: readonly Trial[], variant: string) => string;

async function optionTable(
  places: ExperimentContext["places"],
  sets: readonly TrialSet[],
  cell: F1Cell,
): Promise<string> {
  const tried: { readonly trials: readonly Trial[]; readonly summary: SetSummary }[] = [];
  for (const set of sets) tried.push(await tryVariants(set, OPTIONED, places));
  const rows = OPTIONED.map(({ name }: Variant) => [name, ...tried.map(({ trials }) => cell(trials, name))]);
  const summaries = tried.map(({ summary }) => summary);
  const heads = sets.map(({ name }) => `\`${name}\``);
  return `${plainTable(["variant", ...heads], rows, 1)}\n\n${setLines(summaries)}`;
}

function halvesF1(trials: readonly Trial[], variant: string): string {
  const ofHalf = (half: 0 | 1) => trials.filter((trial) => trial.half === half);
  return [ofHalf(0), ofHalf(1)].map((own) => formatShare(meanF1(own, variant))).join(" / ");
}

function madeUpTable(): string {
  const rows = madeUpRows().map(({ hardCase, option, pages, without, withOption }) => [
    hardCase,
    option,
    String(pages),
    formatShare(without),
    formatShare(withOption),
  ]);
  return plainTable(["case", "option", "pages", "without it", "with it"], rows, 2);
}

/** The mean with its bootstrap 95 % interval. */
function intervalF1(trials: readonly Trial[], variant: string): string {
  const own = trials.filter((trial) => trial.variant === variant);
  const { wordF1 } = estimate(own.map(({ f1 }) => ({ wordF1: f1 })));
  if (wordF1 === undefined) return "";
  return `${formatShare(wordF1.mean)} (${formatShare(wordF1.low)}-${formatShare(wordF1.high)})`;
}

function meanF1(trials: readonly Trial[], variant: string): number {
  const own = trials.filter((trial) => trial.variant === variant);
  return own.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, own.length);
}

/** The names that tables look variants up by. */
const AS_PRINTED = "as printed";
const DEFAULT = "default";

const EXTRAS = ["segment", "headline", "inline", "boxes", "lists", "outline", "flashes"] as const;

function trueTitle({ truth }: Label): Hints {
  return truth.title === null ? {} : { collectedTitle: truth.title };
}

const ours = makeRelevance();

/** The paper as printed and our default, given the true title. */
const BOTH: readonly Variant[] = [
  { name: AS_PRINTED, extractor: makeRelevance(PAPER_OPTIONS), hints: trueTitle },
  { name: DEFAULT, extractor: ours, hints: trueTitle },
];

/** Our default with no title, with the page's `title` element, and with the true title. */
const HINTED: readonly Variant[] = [
  { name: "none", extractor: ours, hints: () => ({}) },
  { name: "page", extractor: ours, hints: (_, page) => withOwnTitle(page, {}) },
  { name: "truth", extractor: ours, hints: trueTitle },
];

/** The paper as printed, with one option each, and the default with one changed. */
const OPTIONED: readonly Variant[] = [
  ...BOTH,
  ...EXTRAS.map((name) => withOptions(`+ ${name}`, { ...PAPER_OPTIONS, [name]: true })),
  ...EXTRAS.map((name) => withOptions(`default − ${name}`, { [name]: false })),
];

function withOptions(name: string, options: Partial<RelevanceOptions>): Variant {
  return { name, extractor: makeRelevance(options), hints: trueTitle };
}
