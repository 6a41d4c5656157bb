import { crc32 } from "node:zlib";
import { formatShare } from "../../../src/eval/index.ts";
import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { readPlaces } from "../../../src/site/taxonomy/label-uses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { MIN_SECTION_SCORE } from "../../../src/site/taxonomy/mine-taxonomy.ts";
import { readPageLabels } from "../../../src/site/taxonomy/page-labels.ts";
import {
  NEARNESS,
  nearScores,
  type PlaceEvidence,
  placeFeatures,
} from "../../../src/site/taxonomy/section-evidence.ts";
import { makeSectionConcept } from "../../../src/site/taxonomy/section-names.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { CLOSED_PART, hashName, openPages, type Part, partOf, readTruth, type SiteTruth } from "./truth.ts";

const STEPS = 8;
/** The penalty on squared weights; a dozen sites are few. */
const PENALTY = 3;
/** Rounds in which the scores of places near each other, from the round before, are features. */
const ROUNDS = 3;
/** The places of a site that counts once. */
const TYPICAL_PLACES = 100;
/** Sites are left out in as many groups. */
const FOLDS = 8;

/** A place of a site, and whether it is a section; undefined where the readers differ. */
interface Example {
  readonly site: string;
  readonly part: Part;
  readonly place: PlaceEvidence;
  readonly features: readonly number[];
  readonly isSection: boolean | undefined;
}

/** Learns the weights of section evidence on all parts but the closed one, and says how they do on sites left out. */
export async function learnSections(run: SiteRun): Promise<string> {
  const examples = await readExamples(run);
  const judged = judgeLeftOut(examples);
  const rows = [...Map.groupBy(judged, ({ example }) => example.part)].map(([part, own]) => [
    part,
    ...judge(own),
  ]);
  rows.push(["all", ...judge(judged)]);
  // The last flag before the two shares: whether the address ends in a headline.
  const headline = examples[0]!.features.length - 3;
  rows.push([
    "all, without headlines in addresses",
    ...judge(judgeLeftOut(withoutFeature(examples, headline))),
  ]);
  const { bias, weights, near } = learn(examples);
  const named = Object.fromEntries(NEARNESS.map((kind, at) => [kind, near[at]]));
  const written = JSON.stringify({ bias, own: weights, ...named }, (_, value) =>
    typeof value === "number" ? Number(value.toFixed(2)) : value,
  );
  return `${plainTable(["sites left out", "P", "R"], rows, 1)}\n\n\`${written}\``;
}

/** An example with its score by a model of other sites. */
interface Judged {
  readonly example: Example;
  readonly score: number;
}

function withoutFeature(examples: readonly Example[], off: number): Example[] {
  return examples.map((example) => ({
    ...example,
    features: example.features.map((value, at) => (at === off ? 0 : value)),
  }));
}

/** Judges each site by a model of the sites of other groups. */
function judgeLeftOut(examples: readonly Example[]): Judged[] {
  const groups = Map.groupBy(examples, ({ site }) => crc32(site) % FOLDS);
  return [...groups.values()].flatMap((own) => {
    const scores = predict(own, learn(examples.filter((example) => !own.includes(example))));
    return own.map((example, at) => ({ example, score: scores[at]! }));
  });
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
    for (const place of readPlaces({ site: truth.site, pages: labels })) {
      const features = placeFeatures(place, conceptOf);
      examples.push({ site: truth.site, part, place, features, isSection: isSection(place) });
    }
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

interface Model {
  readonly bias: number;
  readonly weights: readonly number[];
  /** In the order of `NEARNESS`. */
  readonly near: readonly number[];
}

function learn(examples: readonly Example[]): Model {
  let near: readonly (readonly number[])[] = examples.map(() => NEARNESS.map(() => 0));
  let model: Model = { bias: 0, weights: [], near: [] };
  for (let round = 0; round < ROUNDS; round++) {
    model = regress(examples, near);
    near = nearOf(examples, predict(examples, model));
  }
  return model;
}

function nearOf(examples: readonly Example[], scores: readonly number[]): number[][] {
  const found: number[][] = [];
  const numbered = examples.map((example, at) => ({ example, at }));
  for (const own of Map.groupBy(numbered, ({ example }) => example.site).values()) {
    const near = nearScores(
      own.map(({ example }) => example.place),
      own.map(({ at }) => scores[at]!),
    );
    for (const [index, { at }] of own.entries()) found[at] = near[index]!;
  }
  return found;
}

/** Logistic regression by Newton's method. A site counts as the square root of its places, since those of one site are alike. */
function regress(examples: readonly Example[], near: readonly (readonly number[])[]): Model {
  const sizes = new Map<string, number>();
  for (const { site, isSection } of examples)
    if (isSection !== undefined) sizes.set(site, (sizes.get(site) ?? 0) + 1);
  const rows = examples.flatMap(({ site, features, isSection }, at) =>
    isSection === undefined
      ? []
      : [
          {
            input: [1, ...near[at]!, ...features],
            target: Number(isSection),
            weight: Math.sqrt(TYPICAL_PLACES / sizes.get(site)!),
          },
        ],
  );
  const size = rows[0]!.input.length;
  const weights = new Float64Array(size);
  for (let step = 0; step < STEPS; step++) {
    const slope = Float64Array.from(weights, (weight, at) => (at === 0 ? 0 : PENALTY * weight));
    const curve = Array.from({ length: size }, (_, at) => {
      const line = new Float64Array(size);
      line[at] = PENALTY;
      return line;
    });
    for (const { input, target, weight } of rows) {
      const score = logistic(dot(weights, input));
      for (let at = 0; at < size; at++) {
        slope[at]! += weight * (score - target) * input[at]!;
        for (let other = 0; other < size; other++)
          curve[at]![other]! += weight * score * (1 - score) * input[at]! * input[other]!;
      }
    }
    const change = solve(curve, slope);
    for (let at = 0; at < size; at++) weights[at]! -= change[at]!;
  }
  const [bias = 0, ...rest] = weights;
  return { bias, near: rest.slice(0, NEARNESS.length), weights: rest.slice(NEARNESS.length) };
}

/** Gaussian elimination of a positive definite system. */
function solve(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  const size = values.length;
  for (let at = 0; at < size; at++) {
    for (let row = at + 1; row < size; row++) {
      const factor = matrix[row]![at]! / matrix[at]![at]!;
      for (let column = at; column < size; column++) matrix[row]![column]! -= factor * matrix[at]![column]!;
      values[row]! -= factor * values[at]!;
    }
  }
  const solution = new Float64Array(size);
  for (let at = size - 1; at >= 0; at--) {
    let rest = values[at]!;
    for (let column = at + 1; column < size; column++) rest -= matrix[at]![column]! * solution[column]!;
    solution[at] = rest / matrix[at]![at]!;
  }
  return solution;
}

function predict(examples: readonly Example[], { bias, weights, near }: Model): number[] {
  const base = examples.map(({ features }) => bias + dot(weights, features));
  let scores = base.map(logistic);
  for (let round = 1; round < ROUNDS; round++) {
    const found = nearOf(examples, scores);
    scores = base.map((value, at) => logistic(value + dot(near, found[at]!)));
  }
  return scores;
}

function judge(judged: readonly Judged[]): [string, string] {
  const sure = judged.filter(({ example }) => example.isSection !== undefined);
  const found = sure.filter(({ score }) => score >= MIN_SECTION_SCORE);
  const right = found.filter(({ example }) => example.isSection).length;
  const all = sure.filter(({ example }) => example.isSection).length;
  return [formatShare(right / Math.max(1, found.length)), formatShare(right / Math.max(1, all))];
}

function dot(weights: ArrayLike<number>, values: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * weights[at]!, 0);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
