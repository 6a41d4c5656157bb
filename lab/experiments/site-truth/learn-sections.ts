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
  type SectionModel,
} from "../../../src/site/taxonomy/section-evidence.ts";
import { makeSectionConcept } from "../../../src/site/taxonomy/section-names.ts";
import type { WordOdds } from "../../../src/site/taxonomy/section-words.ts";
import { BOOSTING_DEFAULTS, trainTrees } from "../../../src/train/index.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { countWords, listWords, oddsWithout } from "./learn-words.ts";
import { CLOSED_PARTS, hashName, openPages, type Part, partOf, readTruth, type SiteTruth } from "./truth.ts";

/** Slow steps and strong regularisation: two hundred sites are few. Chosen with sites left out, `--only learn`. */
const OPTIONS = {
  ...BOOSTING_DEFAULTS,
  trees: 300,
  maxDepth: 5,
  learningRate: 0.06,
  columnShare: 0.25,
  minChildWeight: 20,
  lambda: 10,
};
/** The places of a site that counts once; a site counts as the square root of its places, since those of one site are alike. */
const TYPICAL_PLACES = 100;
/** Sites are left out in as many groups. */
const FOLDS = 8;
const CONCEPT_OF = makeSectionConcept();

/** A place of a site, and whether it is a section; undefined where the readers differ. */
export interface Example {
  readonly site: string;
  readonly part: Part;
  readonly place: PlaceEvidence;
  readonly isSection: boolean | undefined;
}

/** A site with its labels, read. */
export interface LabelledSite {
  readonly truth: SiteTruth;
  readonly labels: SiteLabels;
}

/** How well addresses are judged by trees of other sites, on all parts but the closed ones. */
export async function measureSectionTrees(run: SiteRun): Promise<string> {
  const examples = await readExamples(run);
  const judged = judgeLeftOut(examples);
  const rows = [...Map.groupBy(judged, ({ example }) => example.part)].map(([part, own]) => [
    part,
    ...judge(own),
  ]);
  rows.push(["all", ...judge(judged)]);
  for (const [name, isOff] of Object.entries(GROUPS))
    rows.push([`all, without ${name}`, ...judge(judgeLeftOut(examples, isOff))]);
  return plainTable(["sites left out", "P", "R", "P at R .75", "at R .85"], rows, 1);
}

/** Groups of columns that are switched off to see what they bring. */
const GROUPS: Readonly<Record<string, (column: string) => boolean>> = {
  neighbours: (column) => column.startsWith("neighbours"),
  heads: (column) => column.startsWith("heads"),
  marks: (column) => column.startsWith("mark: "),
  words: (column) => column.endsWith("odds"),
};

/** What all labelled sites but those of the closed parts teach, with the words to store. */
export async function learnSections(
  run: SiteRun,
): Promise<{ readonly trees: TreeEnsemble; readonly words: Record<string, string> }> {
  const examples = await readExamples(run);
  return { trees: learn(examples).trees, words: listWords(countWords(examples)) };
}

/** Gives what a site is measured with: learned on the sites of other groups and never on the closed parts. */
export function leaveOutSites(sites: readonly LabelledSite[]): (site: string) => SectionModel {
  const open = sites.filter(({ truth }) => !CLOSED_PARTS.has(partOf(truth)));
  const isOpen = new Set(open.map(({ truth }) => truth.site));
  const examples = open.flatMap(readSite);
  const known = new Map<number, SectionModel>();
  return (site) => {
    const group = isOpen.has(site) ? groupOf(site) : -1;
    const model = known.get(group) ?? learn(examples.filter((example) => groupOf(example.site) !== group));
    known.set(group, model);
    return model;
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

/** Judges each site by what the sites of other groups teach. */
function judgeLeftOut(
  examples: readonly Example[],
  isOff: (column: string) => boolean = () => false,
): Judged[] {
  const groups = Map.groupBy(examples, ({ site }) => groupOf(site));
  return [...groups].flatMap(([group, own]) => {
    const { trees, oddsOf } = learn(
      examples.filter(({ site }) => groupOf(site) !== group),
      isOff,
    );
    return rowsOf(own, () => oddsOf, isOff).map(({ example, row }) => ({
      example,
      score: toProbability(trees.scoreRow(row, 0)),
    }));
  });
}

interface Row {
  readonly example: Example;
  readonly row: Float32Array;
  readonly weight: number;
}

/** The rows of the examples, site by site. */
function rowsOf(
  examples: readonly Example[],
  oddsFor: (site: string) => WordOdds,
  isOff: (column: string) => boolean,
): Row[] {
  const off = PLACE_FEATURES.flatMap((name, column) => (isOff(name) ? [column] : []));
  return [...Map.groupBy(examples, ({ site }) => site)].flatMap(([site, own]) => {
    const places = own.map(({ place }) => place);
    return placeRows(places, { conceptOf: CONCEPT_OF, oddsOf: oddsFor(site) }).map((row, at) => {
      for (const column of off) row[column] = Number.NaN;
      return { example: own[at]!, row, weight: Math.sqrt(TYPICAL_PLACES / places.length) };
    });
  });
}

function learn(examples: readonly Example[], isOff: (column: string) => boolean = () => false): SectionModel {
  const counts = countWords(examples);
  const rows = rowsOf(examples, (site) => oddsWithout(counts, site), isOff).filter(
    ({ example }) => example.isSection !== undefined,
  );
  const values = new Float32Array(rows.length * PLACE_FEATURES.length);
  for (const [at, { row }] of rows.entries()) values.set(row, at * PLACE_FEATURES.length);
  const labels = Float32Array.from(rows, ({ example }) => Number(example.isSection));
  const weights = Float32Array.from(rows, ({ weight }) => weight);
  const trees = trainTrees({ names: PLACE_FEATURES, values, labels, weights }, OPTIONS);
  return { trees, oddsOf: oddsWithout(counts, undefined) };
}

async function readExamples(run: SiteRun): Promise<Example[]> {
  const examples: Example[] = [];
  for (const truth of readTruth("taxonomy", run)) {
    if (CLOSED_PARTS.has(partOf(truth))) continue;
    run.tell(truth.site);
    const opened = await openPages(await run.folder(truth.set), new Set(truth.pages));
    const pages = truth.pages.map((id) => opened.get(id)!);
    const labels = pages.map((page) => readPageLabels(page, partitionPage(page.page)));
    examples.push(...readSite({ truth, labels: { site: truth.site, pages: labels } }));
  }
  return examples;
}

function readSite({ truth, labels }: LabelledSite): Example[] {
  const isSection = sectionTest(truth);
  return readPlaces(labels).map((place) => ({
    site: truth.site,
    part: partOf(truth),
    place,
    isSection: isSection(place),
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

function judge(judged: readonly Judged[]): string[] {
  const sure = judged.filter(({ example }) => example.isSection !== undefined);
  const found = sure.filter(({ score }) => score >= MIN_SECTION_SCORE);
  const right = found.filter(({ example }) => example.isSection).length;
  const all = sure.filter(({ example }) => example.isSection).length;
  const shares = [right / Math.max(1, found.length), right / Math.max(1, all)];
  return [...shares, precisionAt(sure, 0.75), precisionAt(sure, 0.85)].map(formatShare);
}

/** The precision of the most certain places that have a share of all sections. */
function precisionAt(judged: readonly Judged[], recall: number): number {
  const sorted = [...judged].sort((a, b) => b.score - a.score);
  const wanted = recall * sorted.filter(({ example }) => example.isSection).length;
  let right = 0;
  for (const [at, { example }] of sorted.entries()) {
    if (example.isSection) right++;
    if (right >= wanted) return right / (at + 1);
  }
  return 0;
}
