import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { formatShare } from "../../../src/eval/index.ts";
import { type TreeEnsemble, toProbability } from "../../../src/model/index.ts";
import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { readPlaces } from "../../../src/site/taxonomy/label-uses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { MIN_SECTION_SCORE } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { readPageLabels } from "../../../src/site/taxonomy/page-labels.ts";
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

/** A hundred sites are few: slow steps and strong regularisation. */
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
const TREES_FILE = join(import.meta.dirname, "../../../src/site/taxonomy/section-trees.data.ts");

/** A place of a site, and whether it is a section; undefined where the readers differ. */
interface Example {
  readonly site: string;
  readonly part: Part;
  readonly row: Float32Array;
  readonly weight: number;
  readonly isSection: boolean | undefined;
}

/** Learns the trees that judge sections on all parts but the closed one, writes them, and says how they do on sites left out. */
export async function learnSections(run: SiteRun): Promise<string> {
  const examples = await readExamples(run);
  const judged = judgeLeftOut(examples);
  const rows = [...Map.groupBy(judged, ({ example }) => example.part)].map(([part, own]) => [
    part,
    ...judge(own),
  ]);
  rows.push(["all", ...judge(judged)]);
  for (const group of ["neighbours", "heads", "folder"] as const)
    rows.push([`all, without ${group}`, ...judge(judgeLeftOut(withoutColumns(examples, group)))]);
  const changed = writeTrees(grow(examples));
  return `${plainTable(["sites left out", "P", "R"], rows, 1)}\n\n${changed ? "The trees have changed." : "The trees are the same."}`;
}

function writeTrees(trees: TreeEnsemble): boolean {
  const text = `/** Boosted trees over \`PLACE_FEATURES\`, written by \`npm run experiments -- site-truth --only learn\`. */
export const SECTION_TREES =
  "${trees.encode()}";
`;
  const before = readFileSync(TREES_FILE, "utf8");
  writeFileSync(TREES_FILE, text);
  return text !== before;
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
    row: example.row.map((value, column) => (off[column] ? 0 : value)),
  }));
}

/** Judges each site by trees of the sites of other groups. */
function judgeLeftOut(examples: readonly Example[]): Judged[] {
  const groups = Map.groupBy(examples, ({ site }) => crc32(site) % FOLDS);
  return [...groups].flatMap(([group, own]) => {
    const trees = grow(examples.filter(({ site }) => crc32(site) % FOLDS !== group));
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
  const conceptOf = makeSectionConcept();
  const examples: Example[] = [];
  for (const truth of readTruth("taxonomy", run)) {
    const part = partOf(truth);
    if (part === CLOSED_PART) continue;
    run.tell(truth.site);
    const opened = await openPages(await run.folder(truth.set), new Set(truth.pages));
    const pages = truth.pages.map((id) => opened.get(id)!);
    const labels = pages.map((page) => readPageLabels(page, partitionPage(page.page)));
    const isSection = sectionTest(truth);
    const places = readPlaces({ site: truth.site, pages: labels });
    const weight = Math.sqrt(TYPICAL_PLACES / places.length);
    for (const [at, row] of placeRows(places, conceptOf).entries())
      examples.push({ site: truth.site, part, row, weight, isSection: isSection(places[at]!) });
  }
  return examples;
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
