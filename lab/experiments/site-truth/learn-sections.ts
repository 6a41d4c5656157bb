import { partitionPage } from "../../../src/site/partition/partition-page.ts";
import { readPlaces } from "../../../src/site/taxonomy/label-uses.ts";
import { labelKey } from "../../../src/site/taxonomy/label-words.ts";
import { readPageLabels } from "../../../src/site/taxonomy/page-labels.ts";
import { type PlaceEvidence, placeFeatures } from "../../../src/site/taxonomy/section-evidence.ts";
import { makeSectionConcept } from "../../../src/site/taxonomy/section-names.ts";
import { plainTable } from "../experiment.ts";
import type { SiteRun } from "../site/site-run.ts";
import { hashName, openPages, partOf, readTruth, type SiteTruth } from "./truth.ts";

const STEPS = 8;
/** The penalty on squared weights; a dozen sites are few. */
const PENALTY = 3;
/** Rounds in which the scores of neighbours, from the round before, are a feature. */
const ROUNDS = 3;

/** A place of a site, and whether it is a section; undefined where the readers differ. */
interface Example {
  readonly site: string;
  readonly place: PlaceEvidence;
  readonly features: readonly number[];
  readonly isSection: boolean | undefined;
}

/** Learns the weights of section evidence on the even part, and says how they do on sites left out of it. */
export async function learnSections(run: SiteRun): Promise<string> {
  const examples = await readExamples(run);
  const sites = [...new Set(examples.map(({ site }) => site))];
  const rows = sites.map((site) => {
    const model = learn(examples.filter((example) => example.site !== site));
    const own = examples.filter((example) => example.site === site);
    return [site, ...judge(own, predict(own, model))];
  });
  // The last flag before the two shares: whether the address ends in a headline.
  const headline = examples[0]!.features.length - 3;
  rows.push(
    ["all, each site left out", ...judgeLeftOut(examples, sites)],
    ["all, without headlines in addresses", ...judgeLeftOut(withoutFeature(examples, headline), sites)],
  );
  const { bias, weights, neighbours } = learn(examples);
  const written = JSON.stringify({ bias, own: weights, neighbours }, (_, value) =>
    typeof value === "number" ? Number(value.toFixed(2)) : value,
  );
  return `${plainTable(["site left out", "P", "R"], rows, 1)}\n\n\`${written}\``;
}

function withoutFeature(examples: readonly Example[], off: number): Example[] {
  return examples.map((example) => ({
    ...example,
    features: example.features.map((value, at) => (at === off ? 0 : value)),
  }));
}

/** Precision and recall over all sites, each judged by a model of the others. */
function judgeLeftOut(examples: readonly Example[], sites: readonly string[]): [string, string] {
  const judged = sites.flatMap((site) => {
    const own = examples.filter((example) => example.site === site);
    const scores = predict(own, learn(examples.filter((example) => example.site !== site)));
    return own.map((example, at) => ({ example, score: scores[at]! }));
  });
  return judge(
    judged.map(({ example }) => example),
    judged.map(({ score }) => score),
  );
}

async function readExamples(run: SiteRun): Promise<Example[]> {
  const conceptOf = makeSectionConcept();
  const examples: Example[] = [];
  for (const truth of readTruth("taxonomy", { isQuick: true })) {
    if (partOf(truth) !== "even") continue;
    run.tell(truth.site);
    const opened = await openPages(await run.folder(truth.set), new Set(truth.pages));
    const pages = truth.pages.map((id) => opened.get(id)!);
    const labels = pages.map((page) => readPageLabels(page, partitionPage(page.page)));
    const isSection = sectionTest(truth);
    for (const place of readPlaces({ site: truth.site, pages: labels })) {
      const features = placeFeatures(place, conceptOf);
      examples.push({ site: truth.site, place, features, isSection: isSection(place) });
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
  readonly neighbours: number;
}

function learn(examples: readonly Example[]): Model {
  let scores: readonly number[] = examples.map(() => 0.5);
  let model: Model = { bias: 0, weights: [], neighbours: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    model = regress(examples, round === 0 ? examples.map(() => 0) : neighbourScores(examples, scores));
    scores = predict(examples, model);
  }
  return model;
}

function neighbourScores(examples: readonly Example[], scores: readonly number[]): number[] {
  const byKey = new Map(examples.map(({ site, place }, at) => [`${site} ${place.address.key}`, scores[at]!]));
  return examples.map(({ site, place }) => {
    const near = place.neighbours.flatMap((key) => byKey.get(`${site} ${key}`) ?? []);
    return near.length === 0 ? 0 : near.reduce((sum, score) => sum + score, 0) / near.length - 0.5;
  });
}

/** Logistic regression by Newton's method. */
function regress(examples: readonly Example[], near: readonly number[]): Model {
  const rows = examples.flatMap(({ features, isSection }, at) =>
    isSection === undefined ? [] : [{ input: [1, near[at]!, ...features], target: Number(isSection) }],
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
    for (const { input, target } of rows) {
      const score = logistic(dot(weights, input));
      for (let at = 0; at < size; at++) {
        slope[at]! += (score - target) * input[at]!;
        for (let other = 0; other < size; other++)
          curve[at]![other]! += score * (1 - score) * input[at]! * input[other]!;
      }
    }
    const change = solve(curve, slope);
    for (let at = 0; at < size; at++) weights[at]! -= change[at]!;
  }
  const [bias = 0, neighbours = 0, ...own] = weights;
  return { bias, neighbours, weights: own };
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

function predict(examples: readonly Example[], { bias, weights, neighbours }: Model): number[] {
  const base = examples.map(({ features }) => bias + dot(weights, features));
  let scores = base.map(logistic);
  for (let round = 1; round < ROUNDS; round++) {
    const near = neighbourScores(examples, scores);
    scores = base.map((value, at) => logistic(value + neighbours * near[at]!));
  }
  return scores;
}

function judge(examples: readonly Example[], scores: readonly number[]): [string, string] {
  const of = (isWanted: (example: Example, score: number) => boolean) =>
    examples.filter((example, at) => isWanted(example, scores[at]!)).length;
  const right = of(({ isSection }, score) => isSection === true && score >= 0.5);
  const found = of(({ isSection }, score) => isSection !== undefined && score >= 0.5);
  const all = of(({ isSection }) => isSection === true);
  return [(right / Math.max(1, found)).toFixed(3), (right / Math.max(1, all)).toFixed(3)];
}

function dot(weights: ArrayLike<number>, values: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * weights[at]!, 0);
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
