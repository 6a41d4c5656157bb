import { type Estimates, estimate } from "./estimate.ts";
import type { PageScore } from "./page-score.ts";

/** What the pages of a row have in common besides their set. */
export const SCOPES = ["set", "language", "pageType", "era", "split", "site"] as const;
/** What the pages of a row have in common besides their set. */
export type Scope = (typeof SCOPES)[number];

/** Parts of a set below this stand back in tables: their figures say little. */
export const MIN_PART_PAGES = 5;

/** One extractor's estimates over a group of a set's pages. */
export interface Row {
  readonly set: string;
  readonly scope: Scope;
  /** The language, type, site… that the pages share; "none" where the label gives none. */
  readonly value: string;
  readonly extractor: string;
  readonly pages: number;
  readonly failed: number;
  readonly estimates: Estimates;
}

const GROUPS: Readonly<Record<Scope, (score: PageScore) => readonly string[]>> = {
  set: () => ["all"],
  language: ({ page }) => [page.language ?? "none"],
  pageType: ({ page }) => [page.pageType ?? "none"],
  era: ({ page }) => (page.era === null ? [] : [page.era]),
  split: ({ splits }) => splits,
  site: ({ page }) => [page.site ?? "none"],
};

/** Groups scores into rows: sets in order of appearance; in each, scopes, then values by pages, then extractors. */
export function makeRows(scores: readonly PageScore[], scopes: readonly Scope[] = SCOPES): Row[] {
  const rows: Row[] = [];
  for (const [set, ofSet] of Map.groupBy(scores, (score) => score.page.set)) {
    for (const scope of scopes) {
      const groups = [...groupByValue(ofSet, scope)].sort(
        ([a, inA], [b, inB]) => inB.length - inA.length || compare(a, b),
      );
      for (const [value, group] of groups) {
        for (const [extractor, own] of Map.groupBy(group, (score) => score.extractor)) {
          rows.push({
            set,
            scope,
            value,
            extractor,
            pages: own.length,
            failed: own.filter((score) => score.error !== undefined).length,
            estimates: estimate(own.map((score) => score.metrics)),
          });
        }
      }
    }
  }
  return rows;
}

function groupByValue(scores: readonly PageScore[], scope: Scope): Map<string, PageScore[]> {
  const groups = new Map<string, PageScore[]>();
  for (const score of scores) {
    for (const value of GROUPS[scope](score)) {
      const group = groups.get(value);
      if (group === undefined) groups.set(value, [score]);
      else group.push(score);
    }
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
