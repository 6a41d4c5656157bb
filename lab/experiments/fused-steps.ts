import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { formatShare, measureArticle } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import type { FusedOptions } from "../../src/extractors/fused/fused.ts";
import { makeFused, shippedBaseLearners, shippedFused } from "../../src/extractors/index.ts";
import { domainOf, findSet, hashPage, loadPage, readLabels, seededRandom } from "../../src/sets/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  type PagesRead,
  plainTable,
  provenanceLines,
} from "./experiment.ts";

/** The steps that are switched off, by the option that does it. */
const STEPS = {
  comments: { comments: "weighed" },
} as const satisfies Readonly<Record<string, FusedOptions>>;
/** The sections of the experiment. */
export const STEP_SECTIONS: readonly string[] = Object.keys(STEPS);

const SETS = [
  "dragnet-a",
  "l3s-gn1-a",
  "evan2021",
  "czech-sites",
  "cleaneval-dev",
  "big9",
  "multi2023-en-fr-de-zh",
  "daniel-en-zh-pl",
  "wcxb-dev",
];
/** The model is of its pages, and it has pages of other kinds. */
const OF_MODEL = "wcxb-dev";
const QUICK_STEP = 20;
const SAMPLES = 1_000;
const SEED = 7;

/** A page with and without a step. */
interface Pair {
  readonly group: string;
  readonly site: string;
  /** Rules were chosen on the sites of one half, and are reported on those of the other. */
  readonly isChosenOn: boolean;
  readonly before: number;
  readonly after: number;
}

/** `npm run experiments -- fused-steps --only comments`: what a step of `fused` does to the quality, by switching it off. */
export const fusedSteps: Experiment = async function* (context) {
  const sections = Object.entries(STEPS).filter(([name]) => (context.only ?? name) === name);
  for (const [name, options] of sections) {
    const pairs: Pair[] = [];
    const sets: PagesRead[] = [];
    for (const set of SETS) sets.push(await readPairs(set, options, { context, pairs }));
    yield `### ${name}\n\n${provenanceLines(context.provenance, sets)}\n\n${changesTable(pairs)}`;
  }
};

async function readPairs(
  set: string,
  options: FusedOptions,
  { context, pairs }: { readonly context: ExperimentContext; readonly pairs: Pair[] },
): Promise<PagesRead> {
  const before = makeFused(shippedFused, shippedBaseLearners(), options);
  const after = makeFused(shippedFused, shippedBaseLearners());
  const seen = new Set(set === OF_MODEL ? [] : after.trainedOn?.());
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
    const [left, right] = [before, after].map(
      (extractor) => measureArticle(label.truth, runExtractor({ label, html }, extractor).article).wordF1,
    );
    if (left === undefined || right === undefined) continue;
    const group = set === OF_MODEL && label.pageType !== null ? `${set}, ${label.pageType}` : set;
    pairs.push({ group, site, isChosenOn: crc32(site) % 2 === 0, before: left, after: right });
  }
  process.stderr.write(`${set}: ${pages} pages\n`);
  return { name: set, pages, hash: hash.digest("hex") };
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
  const sites = [...Map.groupBy(pairs, ({ site }) => site).values()];
  const random = seededRandom(SEED);
  const means = Array.from({ length: SAMPLES }, () =>
    meanChange(sites.flatMap(() => sites[Math.floor(random() * sites.length)] ?? [])),
  ).sort((a, b) => a - b);
  return `${signed(means[Math.floor(SAMPLES * 0.025)]!)} to ${signed(means[Math.floor(SAMPLES * 0.975)]!)}`;
}

function signed(change: number): string {
  return `${change < 0 ? "-" : "+"}${Math.abs(change).toFixed(4).slice(1)}`;
}
