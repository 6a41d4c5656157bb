import type { Extractor } from "../../extractors/index.ts";
import type { Page, SiteProfile } from "../../page/index.ts";
import { collectOutside, fitProfile, RepeatedBlocks } from "../../profile/index.ts";
import { makeMiningView } from "./align-pages.ts";
import { mineTemplates } from "./mine-templates.ts";

/** Pages that templates are mined from; each is compared with all others, and more gain next to nothing. */
const MAX_PAGES = 60;
/** Pages that a verdict of staleness needs. */
const MIN_PAGES = 3;

/** The header of a profile. */
export interface ProfileHead {
  /** The registrable domain or another name of the site. */
  readonly site: string;
  /** When it is mined, ISO 8601. */
  readonly made: string;
}

/** Optional knowledge about the pages. */
export interface MiningHints {
  /** Pages linked from one group of a section page, which are compared with each other first. */
  readonly groups?: readonly (readonly Page[])[];
  /** Marks what is not article text: it keeps long comments out of templates and gives `outside`. */
  readonly judge?: Extractor;
}

/** Mines the profile of a site from its article pages; deterministic for the same pages in the same order. */
export function mineProfile(
  pages: readonly Page[],
  { site, made }: ProfileHead,
  { groups = [], judge }: MiningHints = {},
): SiteProfile {
  const repeated = new RepeatedBlocks();
  for (const page of pages) repeated.add(page);
  const sample = pages.slice(0, MAX_PAGES);
  const answered = judge && sample.map((page) => ({ page, answer: judge.extract(page, {}) }));
  const templates = mineTemplates(
    sample.map((page, at) => makeMiningView(page, answered?.[at]?.answer)),
    groups,
  );
  return {
    format: "galley-site-profile",
    version: 1,
    site,
    made,
    ...repeated.result(),
    ...(answered && { outside: collectOutside(answered) }),
    templates,
  };
}

/** How well recent pages of a site fit its profile. */
export interface ProfileDrift {
  /** Whether the site should be mined again: most of at least three pages do not fit, or there is no template. */
  readonly isStale: boolean;
  readonly pages: number;
  readonly fitting: number;
  /** Template paths that are missing or empty, with the number of pages that lack them, the most first. */
  readonly missing: readonly { readonly path: string; readonly pages: number }[];
}

/** Checks on recent article pages whether a profile still fits its site. */
export function needsMining(profile: SiteProfile, pages: readonly Page[]): ProfileDrift {
  const fits = pages.map((page) => fitProfile(page, profile));
  const fitting = fits.filter((fit) => fit?.isStale === false).length;
  const missed = new Map<string, number>();
  for (const fit of fits) {
    for (const path of fit?.missing ?? []) missed.set(path, (missed.get(path) ?? 0) + 1);
  }
  return {
    isStale: pages.length >= MIN_PAGES && fitting * 2 < pages.length,
    pages: pages.length,
    fitting,
    missing: [...missed].sort(([, a], [, b]) => b - a).map(([path, count]) => ({ path, pages: count })),
  };
}
