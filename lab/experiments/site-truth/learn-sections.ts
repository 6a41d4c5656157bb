import { crc32 } from "node:zlib";
import { formatShare } from "../../../src/eval/index.ts";
import { type TreeEnsemble, toProbability } from "../../../src/model/index.ts";
import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { readPlaces } from "../../../src/site/taxonomy/label-uses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { MIN_SECTION_SCORE } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { readPageLabels, type SiteLabels } from "../../../src/site/taxonomy/page-labels.ts";
import {
  PLACE_FEATURES,
  type PlaceEvidence,
  placeRows,
} from "../../../src/site/taxonomy/section-evidence.ts";
import { makeSectionConcept } from "../../../src/site/taxonomy/section-names.ts";
import { BOOSTING_DEFAULTS, trainTrees } from "../../../src/train/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { CLOSED_PART, hashName, openPages, type Part, partOf, readTruth, type SiteTruth } from "./truth.ts";

/** Slow steps and strong regularisation: two hundred sites are few. Chosen with sites left out, `--only learn`. */
const OPTIONS = {
  ...BOOSTING_DEFAULTS,
  trees: 150,
  maxDepth: 4,
  learningRate: 0.06,
  minChildWeight: 20,
  lambda: 10,
};
/** The places of a site that counts once; a site counts as the square root of its places, since those of one site are alike. */
const TYPICAL_PLACES = 100;
/** Sites are left out in as many groups. */
const FOLDS = 8;
const CONCEPT_OF = makeSectionConcept();

/** A place of a site, and whether it is a section; undefined where the readers differ. */
interface Example {
  readonly site: string;
  readonly part: Part;
  readonly row: Float32Array;
  readonly weight: number;
  readonly isSection: boolean | undefined;
}

/** How well addresses are judged by trees of other sites, on all parts but the closed one. */
export async function measureSectionTrees(run: SiteRun): Promise<string> {
  const examples = await readExamples(run);
  const judged = judgeLeftOut(examples);
  const rows = [...Map.groupBy(judged, ({ example }) => example.part)].map(([part, own]) => [
    part,
    ...judge(own),
  ]);
  rows.push(["all", ...judge(judged)]);
  for (const group of ["neighbours", "heads", "folder"] as const)
    rows.push([`all, without ${group}`, ...judge(judgeLeftOut(withoutColumns(examples, group)))]);
  return plainTable(["sites left out", "P", "R"], rows, 1);
}

/** The trees of all labelled sites but those of the closed part. */
export async function learnSectionTrees(run: SiteRun): Promise<TreeEnsemble> {
  return grow(await readExamples(run));
}

/** Gives the trees that a site is measured with: those of the sites of other groups and never of the closed part. */
export function leaveOutSites(
  sites: readonly { readonly truth: SiteTruth; readonly labels: SiteLabels }[],
): (site: string) => TreeEnsemble {
  const examples = sites.flatMap(({ truth, labels }) => readSite(truth, labels));
  const open = examples.filter(({ part }) => part !== CLOSED_PART);
  const closed = new Set(
    sites.filter(({ truth }) => partOf(truth) === CLOSED_PART).map(({ truth }) => truth.site),
  );
  const known = new Map<number, TreeEnsemble>();
  return (site) => {
    const group = closed.has(site) ? -1 : groupOf(site);
    const trees = known.get(group) ?? grow(open.filter((example) => groupOf(example.site) !== group));
    known.set(group, trees);
    return trees;
  };
}

function groupOf(site: string): number {
  return crc32(site) % FOLDS;
}

/** An example with its score by trees of other sites. */
interface Judged {
  readonly example: Example;
  readonly score: number;
}

function withoutColumns(examples: readonly Example[], group: string): Example[] {
  const off = PLACE_FEATURES.map((name) => name === group || name.startsWith(`${group}:`));
  return examples.map((example) => ({
    ...example,
    row: example.row.map((value, column) => (off[column] ? Number.NaN : value)),
  }));
}

/** Judges each site by trees of the sites of other groups. */
function judgeLeftOut(examples: readonly Example[]): Judged[] {
  const groups = Map.groupBy(examples, ({ site }) => groupOf(site));
  return [...groups].flatMap(([group, own]) => {
    const trees = grow(examples.filter(({ site }) => groupOf(site) !== group));
    return own.map((example) => ({ example, score: toProbability(trees.scoreRow(example.row, 0)) }));
  });
}

function grow(examples: readonly Example[]): TreeEnsemble {
  const sure = examples.filter(({ isSection }) => isSection !== undefined);
  const values = new Float32Array(sure.length * PLACE_FEATURES.length);
  for (const [at, { row }] of sure.entries()) values.set(row, at * PLACE_FEATURES.length);
  const labels = Float32Array.from(sure, ({ isSection }) => Number(isSection));
  const weights = Float32Array.from(sure, ({ weight }) => weight);
  return trainTrees({ names: PLACE_FEATURES, values, labels, weights }, OPTIONS);
}

async function readExamples(run: SiteRun): Promise<Example[]> {
  const examples: Example[] = [];
  for (const truth of readTruth("taxonomy", run)) {
    if (partOf(truth) === CLOSED_PART) continue;
    run.tell(truth.site);
    const opened = await openPages(await run.folder(truth.set), new Set(truth.pages));
    const pages = truth.pages.map((id) => opened.get(id)!);
    const labels = pages.map((page) => readPageLabels(page, partitionPage(page.page)));
    examples.push(...readSite(truth, { site: truth.site, pages: labels }));
  }
  return examples;
}

function readSite(truth: SiteTruth, labels: SiteLabels): Example[] {
  const isSection = sectionTest(truth);
  const places = readPlaces(labels);
  return placeRows(places, CONCEPT_OF).map((row, at) => ({
    site: truth.site,
    part: partOf(truth),
    row,
    weight: Math.sqrt(TYPICAL_PLACES / places.length),
    isSection: isSection(places[at]!),
  }));
}

function sectionTest({ entries }: SiteTruth): (place: PlaceEvidence) => boolean | undefined {
  const isSure = new Map<string, boolean>();
  for (const { address, a, b } of entries)
    if (address !== "")
      isSure.set(address, isSure.get(address) === true || (a !== undefined && b !== undefined));
  const names = new Set(entries.map(({ name }) => name));
  return ({ address, texts }) => {
    const hash = hashName(address.key);
    if (isSure.has(hash)) return isSure.get(hash) ? true : undefined;
    return texts.some((text) => names.has(hashName(labelKey(text)))) ? undefined : false;
  };
}

function judge(judged: readonly Judged[]): [string, string] {
  const sure = judged.filter(({ example }) => example.isSection !== undefined);
  const found = sure.filter(({ score }) => score >= MIN_SECTION_SCORE);
  const right = found.filter(({ example }) => example.isSection).length;
  const all = sure.filter(({ example }) => example.isSection).length;
  return [formatShare(right / Math.max(1, found.length)), formatShare(right / Math.max(1, all))];
}
