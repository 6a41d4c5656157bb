import { type Label, seededRandom } from "../../src/sets/index.ts";
import { siteOf } from "./fused-samples.ts";

/** Pages that one figure is about: a mean over the strata of the mean over a stratum's pages. */
export interface Scope {
  readonly name: string;
  /** Places in the list of pages. */
  readonly strata: readonly (readonly number[])[];
}

/** A difference, and how far chance alone could have moved it in 19 of 20 cases. */
export interface Effect {
  readonly mean: number;
  readonly margin: number;
}

const RESAMPLES = 1000;
const SEED = 20_261_115;
/** Of a normal distribution, 95 % are within this many standard deviations. */
const NORMAL_95 = 1.96;

/** One scope for each set, then their mean. */
export function setScopes(pages: readonly Label[]): readonly Scope[] {
  const sets = groupPages(pages, ({ set }) => set);
  const each = [...sets].map(([name, places]) => ({ name, strata: [places] }));
  return [...each, { name: "mean", strata: [...sets.values()] }];
}

/** Pages by what makes them unlike the pages that the model learned from: a mean over sets and languages. */
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

/** The same recipe by several seeds: what differences are taken from, and how far seeds alone are apart. */
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1));
}
