import type { Judges, Manner } from "../../../src/extractors/index.ts";
import type { LaidOutPage } from "./laid-out-page.ts";
import { learnWrapper } from "./learn-wrapper.ts";
import { type Outcome, type ReadingChoice, StudyPage } from "./study-page.ts";

/** A set whose wrappers are compared, laid out in one way. */
export interface StudySet {
  readonly name: string;
  /** Who laid it out. */
  readonly layout: "Chromium" | "estimate";
  readonly manner: Manner;
  readonly pages: readonly LaidOutPage[];
  /** How many pages of a site wrappers are learned from, the most last. */
  readonly sizes: readonly number[];
  /** Pages of a site that only wrappers of other sites are tried on; from this one on. */
  readonly testFrom: number;
}

/** How the wrapper of one site did on the pages of another. */
export interface Trial {
  readonly from: string;
  readonly size: number;
  readonly site: string;
  readonly outcomes: readonly Outcome[];
}

/** Wrappers of every site, each tried on all other sites. */
export class Study {
  readonly set: StudySet;
  readonly sites: ReadonlyMap<string, readonly StudyPage[]>;

  constructor(set: StudySet, choice: Omit<ReadingChoice, "manner"> = {}) {
    this.set = set;
    const pages = set.pages.map((page) => new StudyPage(page, { ...choice, manner: set.manner }));
    this.sites = Map.groupBy(pages, ({ laidOut }) => laidOut.site);
  }

  /** The wrapper of the first pages of a site. */
  learn(site: string, size: number): Judges {
    return learnWrapper(this.sites.get(site)!.slice(0, size));
  }

  /** Every site's wrapper of so many pages on all other sites. */
  run(size: number): readonly Trial[] {
    return [...this.sites.keys()].flatMap((from) => {
      const judges = this.learn(from, size);
      return [...this.sites]
        .filter(([site]) => site !== from)
        .map(([site, pages]) => ({
          from,
          size,
          site,
          outcomes: pages.slice(this.set.testFrom).map((page) => page.try(judges)),
        }));
    });
  }
}
