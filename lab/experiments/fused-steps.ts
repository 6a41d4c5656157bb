import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { BYLINE_NAME } from "../../src/assemble/roles.data.ts";
import { formatShare, measureArticle } from "../../src/eval/index.ts";
import type { ExtractorRun } from "../../src/eval/measure.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import {
  EXTRACTORS,
  type Extractor,
  makeFused,
  shippedAttention,
  shippedBaseLearners,
  shippedFused,
} from "../../src/extractors/index.ts";
import type { Verdict } from "../../src/page/index.ts";
import {
  domainOf,
  findSet,
  hashPage,
  type LabelledPage,
  loadPage,
  readLabels,
} from "../../src/sets/index.ts";
import { countWords, seededRandom } from "../../src/text/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  type PagesRead,
  plainTable,
  provenanceLines,
  signed,
} from "./experiment.ts";

/** Sections that compare the default with the same extractor without some steps. */
const SWITCHED = {
  context: ["context"],
  "long-text": ["long text"],
  "near-copies": ["near copies"],
  ends: ["ends"],
  all: ["context", "long text", "comments", "near copies", "ends"],
} as const;

/** The sections of the experiment. */
export const STEP_SECTIONS: readonly string[] = ["comments", ...Object.keys(SWITCHED), "caution", "bylines"];

/** Sets whose sites are mostly unseen. */
export const UNSEEN_SETS: readonly string[] = [
  "dragnet-a",
  "l3s-gn1-a",
  "evan2021",
  "czech-sites",
  "cleaneval-dev",
  "big9",
  "multi2023-en-fr-de-zh",
  "daniel-en-zh-pl",
];
/** The model was trained on its pages, some of which are not articles. */
const OF_MODEL = "wcxb-dev";
const SETS = [...UNSEEN_SETS, OF_MODEL];
/** Sets that the model was trained on: their F1 tells little, its changes do. */
const OWN_SETS: ReadonlySet<string> = new Set([OF_MODEL, "fundus-a"]);
const QUICK_STEP = 20;
const SAMPLES = 1_000;
const SEED = 7;

/** A page with and without a change. */
interface Pair {
  readonly group: string;
  readonly site: string;
  /** Rules were chosen on the sites of one half, and are reported on those of the other. */
  readonly isChosenOn: boolean;
  readonly before: number;
  readonly after: number;
}

/** The answers of two extractors on a page. */
interface Answers extends Omit<Pair, "before" | "after"> {
  readonly f1: readonly [first: number, second: number];
  /** 1 where precision and recall are .95 or more. */
  readonly correctly: readonly [first: number, second: number];
  readonly words: readonly [first: number, second: number];
  readonly verdict: Verdict | undefined;
}

/** `npm run experiments -- fused-steps [--only comments]`: what a step of `fused` does to the quality, or would do. */
export const fusedSteps: Experiment = async function* (context) {
  const asShipped = makeFused(shippedFused, shippedBaseLearners());
  if (context.only === undefined || context.only === "comments") {
    const weighed = makeFused(shippedFused, shippedBaseLearners(), { off: ["comments"] });
    const { answers, sets } = await readAnswers(weighed, asShipped, context);
    const pairs = answers.map((own) => ({ ...own, before: own.f1[0], after: own.f1[1] }));
    yield `### Comments\n\n${provenanceLines(context.provenance, sets)}\n\n${changesTable(pairs)}`;
  }
  for (const [name, off] of Object.entries(SWITCHED)) {
    if (context.only !== undefined && context.only !== name) continue;
    // Trees alone are the baseline of all steps and the network.
    const network = name === "all" ? undefined : shippedAttention;
    const without = makeFused(shippedFused, shippedBaseLearners(), { network, off });
    const { answers, sets } = await readAnswers(without, EXTRACTORS.fused, context);
    yield `### Without ${name}\n\n${provenanceLines(context.provenance, sets)}\n\n${changeTables(answers)}`;
  }
  if (context.only === undefined || context.only === "caution") {
    const { verdict: _, ...articlesOnly } = shippedFused();
    // Dropping comments depends on the verdict too, and is measured separately.
    const options = { off: ["comments"] } as const;
    const usual = makeFused(shippedFused, shippedBaseLearners(), options);
    const asArticle = makeFused(() => articlesOnly, shippedBaseLearners(), options);
    const { answers, sets } = await readAnswers(usual, asArticle, context);
    yield `### Caution\n\n${provenanceLines(context.provenance, sets)}\n\n${cautionTable(answers)}`;
  }
  if (context.only === undefined || context.only === "bylines") {
    const { answers, sets } = await readBylines(asShipped, context);
    yield `### Bylines\n\n${provenanceLines(context.provenance, sets)}\n\n${bylinesTable(answers)}`;
  }
};

async function readAnswers(
  first: Extractor,
  second: Extractor,
  context: ExperimentContext,
): Promise<{ readonly answers: readonly Answers[]; readonly sets: readonly PagesRead[] }> {
  const both: Reading = (page) => [runExtractor(page, first), runExtractor(page, second)];
  return readSets(SETS, both, first, context);
}

/** The answers for a page without and with a change. */
type Reading = (page: LabelledPage) => readonly [before: ExtractorRun, after: ExtractorRun];

async function readSets(
  names: readonly string[],
  read: Reading,
  trained: Extractor,
  context: ExperimentContext,
): Promise<{ readonly answers: readonly Answers[]; readonly sets: readonly PagesRead[] }> {
  const answers: Answers[] = [];
  const sets: PagesRead[] = [];
  for (const set of names) sets.push(await readSet(set, { read, trained, context, answers }));
  return { answers, sets };
}

interface SetReading {
  readonly read: Reading;
  /** The sites that it was trained on are left out. */
  readonly trained: Extractor;
  readonly context: ExperimentContext;
  readonly answers: Answers[];
}

async function readSet(set: string, { read, trained, context, answers }: SetReading): Promise<PagesRead> {
  const seen = new Set(OWN_SETS.has(set) ? [] : trained.trainedOn?.());
  const hash = createHash("sha256");
  let pages = 0;
  let at = 0;
  for await (const label of readLabels(await findSet(set, context.places))) {
    const site = domainOf(label) ?? label.id;
    if ((label.truth.body ?? "").trim() === "" || seen.has(site)) continue;
    if (context.isQuick && at++ % QUICK_STEP !== 0) continue;
    const html = loadPage(label);
    hash.update(hashPage(label, html));
    pages++;
    const [left, right] = read({ label, html });
    const [before, after] = [left, right].map(({ article }) => measureArticle(label.truth, article));
    const [first, second] = [before?.wordF1, after?.wordF1];
    if (first === undefined || second === undefined) continue;
    answers.push({
      group: set === OF_MODEL && label.pageType !== null ? `${set}, ${label.pageType}` : set,
      site,
      isChosenOn: crc32(site) % 2 === 0,
      f1: [first, second],
      correctly: [before?.correctly ?? 0, after?.correctly ?? 0],
      words: [countWords(left.article.text), countWords(right.article.text)],
      verdict: left.seen?.extraction.verdict,
    });
  }
  process.stderr.write(`${set}: ${pages} pages\n`);
  return { name: set, pages, hash: hash.digest("hex") };
}

/** Further sets of news pages with their classes. */
const BYLINE_SETS: readonly string[] = [...SETS, "cleanportaleval", "fundus-a"];

/** The texts with and without the lines that a class or id calls a byline; everything else of the answers is the same. */
function readBylines(extractor: Extractor, context: ExperimentContext) {
  const read: Reading = ({ label, html }) => {
    const dropped = runExtractor({ label, html }, extractor);
    const { seen } = dropped;
    const renamed = withoutBylineNames(html);
    if (seen === undefined || renamed === undefined) return [dropped, dropped];
    // The model reads names of classes too: its answer for the unchanged page counts for both.
    const kept = runExtractor({ label, html: renamed }, { ...extractor, extract: () => seen.extraction });
    if (kept.seen?.page.leaves.count !== seen.page.leaves.count)
      throw new Error(`${label.id} is another page without names of bylines`);
    return [kept, dropped];
  };
  return readSets(BYLINE_SETS, read, extractor, context);
}

const NAMES = /\b(?:class|id)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const BYLINE = new RegExp(BYLINE_NAME.source, "gi");

/** A page whose classes and ids call nothing a byline, of the same length; undefined where none did. */
function withoutBylineNames(html: Uint8Array | string): Uint8Array | string | undefined {
  const text = typeof html === "string" ? html : Buffer.from(html).toString("latin1");
  const renamed = text.replace(NAMES, (name) => name.replace(BYLINE, (word) => "x".repeat(word.length)));
  if (renamed === text) return undefined;
  return typeof html === "string" ? renamed : new Uint8Array(Buffer.from(renamed, "latin1"));
}

function bylinesTable(answers: readonly Answers[]): string {
  const groups = Map.groupBy(answers, ({ group }) => group.replace(/, .*/, ""));
  const rows = [...groups].map(([group, all]) => {
    const pairs = all.map((own) => ({ ...own, before: own.f1[0], after: own.f1[1] }));
    const changed = pairs.filter(({ before, after }) => before !== after);
    const better = changed.filter(({ before, after }) => after > before).length;
    const without = pairs.reduce((sum, { before }) => sum + before, 0) / pairs.length;
    const counts = [pairs.length, better, changed.length - better].map(String);
    return [`\`${group}\``, ...counts, formatShare(without), signed(meanChange(pairs)), interval(pairs)];
  });
  return plainTable(["set", "pages", "better", "worse", "F1 kept", "change", "95 % interval"], rows, 1);
}

const isGrown = ({ words: [other, article] }: Answers) => article >= 30 && other > 2 * article;
const chanceOf = ({ verdict }: Answers) => verdict?.isArticle ?? 1;
/** When a page that was judged not to be an article would be answered as one after all. */
const CAUTIONS: Readonly<Record<string, (answers: Answers) => boolean>> = {
  "the answer is over twice as long as that of an article of 30 words or more": isGrown,
  "the same, where `isArticle` is .03 or more": (own) => isGrown(own) && chanceOf(own) >= 0.03,
  "the same, where it is .1 or more": (own) => isGrown(own) && chanceOf(own) >= 0.1,
  "`isArticle` is .15 or more": (own) => chanceOf(own) >= 0.15,
  "`isArticle` is .1 or more": (own) => chanceOf(own) >= 0.1,
  always: () => true,
};

function cautionTable(answers: readonly Answers[]): string {
  const isOther = ({ group }: Pair) => group.startsWith(`${OF_MODEL}, `) && group !== `${OF_MODEL}, article`;
  const rows = Object.entries(CAUTIONS).map(([name, isArticle]) => {
    const pairs = answers.map((own) => ({
      ...own,
      before: own.f1[0],
      after: own.f1[isArticle(own) ? 1 : 0],
    }));
    const parts = [pairs.filter(({ group }) => !group.startsWith(OF_MODEL)), pairs.filter(isOther)];
    return [
      name,
      ...parts.flatMap((part) => [
        `${part.filter(({ before, after }) => before !== after).length}`,
        signed(meanChange(part)),
        interval(part),
      ]),
    ];
  });
  const [articles, others] = ["unseen sets", "other pages of `wcxb-dev`"];
  const heads = ["change", "95 % interval"];
  return plainTable(
    ["answered as an article where", `${articles}: changed`, ...heads, `${others}: changed`, ...heads],
    rows,
    1,
  );
}

/** The sets of the mean, as in the other experiments with `fused`. */
const MEAN_SETS: readonly string[] = SETS.filter((set) => set !== OF_MODEL && set !== "dragnet-a");

/** The effect of a change, in F1 and in correctly, by set and half of the sites. */
function changeTables(answers: readonly Answers[]): string {
  return (["f1", "correctly"] as const)
    .map((metric) => {
      const pairs = answers.map((own) => ({ ...own, before: own[metric][0], after: own[metric][1] }));
      return `${metric}, mean of the seven sets: ${meanLine(pairs)}; of held-out sites: ${meanLine(
        pairs.filter(({ isChosenOn }) => !isChosenOn),
      )}\n\n${changesTable(pairs)}\n\nAll sites:\n\n${changesTable(pairs.map((own) => ({ ...own, isChosenOn: false })))}`;
    })
    .concat(reliabilityTable(answers))
    .join("\n\n");
}

const BINS = 5;

/** How often answers of each confidence are correct, without and with the change, on the held-out sets. */
function reliabilityTable(answers: readonly Answers[]): string {
  const judged = answers.filter(({ group, verdict }) => verdict !== undefined && !group.startsWith(OF_MODEL));
  const confidenceOf = (own: Answers) => own.verdict?.confidence ?? 0;
  const bins = Map.groupBy(judged, (own) => Math.min(BINS - 1, Math.floor(confidenceOf(own) * BINS)));
  const errors = [0, 0];
  const rows = [...bins]
    .sort(([a], [b]) => a - b)
    .map(([bin, all]) => {
      const mean = (read: (own: Answers) => number) =>
        all.reduce((sum, own) => sum + read(own), 0) / all.length;
      const confidence = mean(confidenceOf);
      const right = [mean((own) => own.correctly[0]), mean((own) => own.correctly[1])];
      for (const [at, share] of right.entries())
        errors[at]! += (Math.abs(share - confidence) * all.length) / judged.length;
      const range = `${formatShare(bin / BINS)} to ${formatShare((bin + 1) / BINS)}`;
      return [range, `${all.length}`, ...[confidence, ...right].map(formatShare)];
    });
  const heads = ["confidence", "pages", "mean", "correctly without", "correctly with"];
  return plainTable(heads, [...rows, ["expected calibration error", "", "", ...errors.map(formatShare)]], 1);
}

/** The change of the mean over sets, with a paired bootstrap over the sites of each. */
function meanLine(pairs: readonly Pair[]): string {
  const ofSets = MEAN_SETS.map((set) => pairs.filter(({ group }) => group === set)).filter(
    (own) => own.length > 0,
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const drawn = ofSets.map(drawChanges);
  const means = Array.from({ length: SAMPLES }, (_, at) => mean(drawn.map((draws) => draws[at]!)));
  const before = mean(ofSets.map((own) => mean(own.map((pair) => pair.before))));
  return `${formatShare(before)} ${signed(mean(ofSets.map(meanChange)))} (${bounds(means)})`;
}

function changesTable(pairs: readonly Pair[]): string {
  const rows = [...Map.groupBy(pairs, ({ group }) => group)].map(([group, all]) => {
    const reported = all.filter(({ isChosenOn }) => !isChosenOn);
    const changed = reported.filter(({ before, after }) => before !== after);
    return [
      `\`${group}\``,
      signed(meanChange(all.filter(({ isChosenOn }) => isChosenOn))),
      `${reported.length}`,
      `${changed.length}`,
      formatShare(reported.reduce((sum, { before }) => sum + before, 0) / reported.length),
      signed(meanChange(reported)),
      interval(reported),
    ];
  });
  const heads = ["change, other half", "pages", "changed", "F1 without", "change", "95 % interval"];
  return plainTable(["set", ...heads], rows, 1);
}

function meanChange(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { before, after }) => sum + after - before, 0) / Math.max(1, pairs.length);
}

/** A paired bootstrap over sites: pages of one site change alike. */
function interval(pairs: readonly Pair[]): string {
  return bounds(drawChanges(pairs));
}

function drawChanges(pairs: readonly Pair[]): readonly number[] {
  const sites = [...Map.groupBy(pairs, ({ site }) => site).values()];
  const random = seededRandom(SEED);
  return Array.from({ length: SAMPLES }, () =>
    meanChange(sites.flatMap(() => sites[Math.floor(random() * sites.length)] ?? [])),
  );
}

/** The interval that holds 95 % of some values. */
function bounds(values: readonly number[]): string {
  const means = values.toSorted((a, b) => a - b);
  return `${signed(means[Math.floor(SAMPLES * 0.025)]!)} to ${signed(means[Math.floor(SAMPLES * 0.975)]!)}`;
}
