import { OLD_NEWSROOM } from "../../../scripts/shipped-recipe.ts";
import { formatShare } from "../../../src/eval/index.ts";
import { BASE_LEARNERS } from "../../../src/extractors/fused/rows.ts";
import { FUSED_FEATURES } from "../../../src/extractors/index.ts";
import { BLOCK_FEATURES, FEATURE_FAMILIES } from "../../../src/page/index.ts";
import type { Label } from "../../../src/sets/index.ts";
import { seededRandom } from "../../../src/text/index.ts";
import { siteOf } from "../../../src/train/fused/examples.ts";
import type { TreeChange } from "../../../src/train/index.ts";
import { mean, plainTable } from "../experiment.ts";
import type { Measured } from "./bench.ts";

/** Pages that one figure is about: a mean over the strata of the mean over a stratum's pages. */
export interface Scope {
  readonly name: string;
  /** Places in the list of pages. */
  readonly strata: readonly (readonly number[])[];
}

/** A difference, and its 95 % margin of chance. */
interface Effect {
  readonly mean: number;
  readonly margin: number;
}

const RESAMPLES = 1000;
const SEED = 20_261_115;
/** 95 % of a normal distribution are within this many standard deviations. */
const NORMAL_95 = 1.96;

/** One scope for each set, then their mean. */
export function setScopes(pages: readonly Label[]): readonly Scope[] {
  const sets = groupPages(pages, ({ set }) => set);
  const each = [...sets].map(([name, places]) => ({ name, strata: [places] }));
  return [...each, { name: "mean", strata: [...sets.values()] }];
}

/** Pages by how they differ from the pages that the model learned from: a mean over sets and languages. */
export function kindScopes(pages: readonly Label[], isRecent: (set: string) => boolean): readonly Scope[] {
  const kindOf = ({ set, language }: Label): string => {
    if (!isEnglish(language)) return "other languages";
    return isRecent(set) ? "English, recent" : "English, old";
  };
  const kinds = groupPages(pages, kindOf);
  return [...kinds].map(([name, places]) => {
    const strata = Map.groupBy(places, (at) => `${pages[at]!.set} ${pages[at]!.language}`);
    return { name, strata: [...strata.values()] };
  });
}

function isEnglish(language: string | null): boolean {
  return language === null || language.startsWith("en");
}

function groupPages(pages: readonly Label[], keyOf: (label: Label) => string): Map<string, number[]> {
  return Map.groupBy(pages.keys(), (at) => keyOf(pages[at]!));
}

/** The mean of a scope. */
export function meanOf({ strata }: Scope, values: Float64Array): number {
  return mean(strata.map((places) => mean(places.map((at) => values[at]!))));
}

/** The same recipe with several seeds: differences are taken from their mean, and their spread is the noise. */
export class Baseline {
  readonly values: Float64Array;
  readonly #runs: readonly Float64Array[];
  readonly #siteOf: readonly string[];

  constructor(runs: readonly Float64Array[], pages: readonly Label[]) {
    this.#runs = runs;
    this.#siteOf = pages.map(siteOf);
    this.values = Float64Array.from(pages, (_, at) => mean(runs.map((run) => run[at]!)));
  }

  /** The standard deviation over seeds. */
  spread(scope: Scope): number {
    return deviation(this.#runs.map((run) => meanOf(scope, run)));
  }

  /**
   * How much better or worse than the baseline: the margin joins what other sites would have changed (a paired
   * bootstrap over sites) and what other seeds would have.
   */
  compare(scope: Scope, values: Float64Array): Effect {
    const change = values.map((value, at) => value - this.values[at]!);
    const bySites = this.#siteDeviation(scope, change);
    const bySeeds = this.spread(scope) * Math.sqrt(1 + 1 / this.#runs.length);
    return { mean: meanOf(scope, change), margin: NORMAL_95 * Math.hypot(bySites, bySeeds) };
  }

  #siteDeviation({ strata }: Scope, change: Float64Array): number {
    const random = seededRandom(SEED);
    const drawn = strata.map((places) => {
      const sites = [...Map.groupBy(places, (at) => this.#siteOf[at]!).values()];
      return sites.map((own) => ({
        sum: own.reduce((sum, at) => sum + change[at]!, 0),
        pages: own.length,
      }));
    });
    const means = Array.from({ length: RESAMPLES }, () =>
      mean(drawn.map((sites) => drawMean(sites, random))),
    );
    return deviation(means);
  }
}

interface SiteSum {
  readonly sum: number;
  readonly pages: number;
}

function drawMean(sites: readonly SiteSum[], random: () => number): number {
  let [sum, pages] = [0, 0];
  for (let draw = 0; draw < sites.length; draw++) {
    const site = sites[Math.floor(random() * sites.length)]!;
    sum += site.sum;
    pages += site.pages;
  }
  return sum / pages;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1));
}

/** A variant and the scores of its trees. */
export interface Tried {
  readonly variant: Variant;
  readonly measured: Measured;
}

/** The baseline of variants. */
export interface Baselines {
  readonly f1: Baseline;
  readonly correctly: Baseline;
}

/** F1 and correctly in one scope with what was left out, and the change. */
export function changeTable(scope: Scope, tried: readonly Tried[], { f1, correctly }: Baselines): string {
  const whole = ["nothing", "", formatShare(meanOf(scope, f1.values)), ""];
  const rows = tried.map(({ variant, measured }) => [
    variant.name,
    countLeftOut(variant) === 0 ? "" : String(countLeftOut(variant)),
    formatShare(meanOf(scope, measured.f1)),
    formatEffect(f1.compare(scope, measured.f1)),
    formatShare(meanOf(scope, measured.correctly)),
    formatEffect(correctly.compare(scope, measured.correctly)),
  ]);
  return plainTable(
    ["left out", "features", "F1", "change", "correctly", "change"],
    [[...whole, formatShare(meanOf(scope, correctly.values)), ""], ...rows],
    1,
  );
}

/** The change of one measure in every scope. */
export function scopeTable(
  scopes: readonly Scope[],
  tried: readonly Tried[],
  pick: (measured: Measured) => Float64Array,
  baseline: Baseline,
): string {
  const whole = ["nothing", ...scopes.map((scope) => formatShare(meanOf(scope, baseline.values)))];
  const rows = tried.map(({ variant, measured }) => [
    variant.name,
    ...scopes.map((scope) => formatEffect(baseline.compare(scope, pick(measured)))),
  ]);
  const pages = ["pages", ...scopes.map(({ strata }) => String(strata.flat().length))];
  return plainTable(["left out", ...scopes.map(({ name }) => name)], [pages, whole, ...rows], 1);
}

/** A change with its margin, in bold where it is more than chance. */
export function formatEffect({ mean, margin }: Effect): string {
  const size = `${mean < 0 ? "−" : "+"}${formatShare(Math.abs(mean))}`;
  return `${Math.abs(mean) > margin ? `**${size}**` : size} ± ${formatShare(margin)}`;
}

/** Trees without some features. */
export interface Variant {
  /** What was left out. */
  readonly name: string;
  readonly change: TreeChange;
}

/** Seeds of the whole recipe: their spread is the noise. */
export const SEEDS: readonly number[] = [1, 2, 3, 4];

const HIDDEN_SHARE = "text.hiddenShare";

/** Without each family of features, and without the names of classes and ids. */
export const WITHOUT_FAMILIES: readonly Variant[] = [
  ...FEATURE_FAMILIES.map((family) => {
    const own = new Set(
      BLOCK_FEATURES.filter((feature) => feature.family === family).map(({ name }) => name),
    );
    return withoutFeatures(family, (feature) => own.has(feature));
  }),
  withoutFeatures("names", (feature) => feature.endsWith("names")),
  withoutFeatures("the hidden share", (feature) => feature === HIDDEN_SHARE),
];

/** Without each paper's answer, and without both. */
export const WITHOUT_EVIDENCE: readonly Variant[] = [
  ...BASE_LEARNERS.map((id) => withoutLearners(id, [id])),
  withoutLearners("both", BASE_LEARNERS),
];

/** Without the parts that make the model's pages more diverse. */
export const WITHOUT_AUGMENTATION: readonly Variant[] = [
  { name: "augmentation", change: { augmented: false } },
  { name: "dropped families", change: { dropped: 0 } },
  { name: "made-up old pages", change: { choose: isReal } },
  { name: "augmentation and made-up pages", change: { augmented: false, choose: isReal } },
];

/** How many features a variant lacks. */
function countLeftOut({ change: { without } }: Variant): number {
  return without === undefined ? 0 : FUSED_FEATURES.filter(without).length;
}

function withoutFeatures(name: string, without: (feature: string) => boolean): Variant {
  return { name, change: { without } };
}

function withoutLearners(name: string, ids: readonly string[]): Variant {
  return withoutFeatures(name, (feature) => ids.some((id) => isOf(feature, id)));
}

/** Features from another extractor are named by its id and one word more. */
function isOf(feature: string, id: string): boolean {
  return feature.slice(0, feature.lastIndexOf(" ")) === id;
}

function isReal({ set }: { readonly set: string }): boolean {
  return set !== OLD_NEWSROOM;
}
