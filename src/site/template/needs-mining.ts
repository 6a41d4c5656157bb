import { fitProfile } from "../../extractors/index.ts";
import type { Page, SiteProfile } from "../../page/index.ts";

/** Fewer pages may all be of another kind. */
const MIN_PAGES = 3;

/** How recent pages of a site fit its profile. */
export interface ProfileDrift {
  /** Whether the site should be mined again: most of at least three pages do not fit, or there is no template. */
  readonly isStale: boolean;
  readonly pages: number;
  readonly fitting: number;
  /** Places of templates that are missing or empty, with the pages that lack them, most often missed first. */
  readonly missing: readonly { readonly path: string; readonly pages: number }[];
}

/** Whether a profile still fits a site, told by recent article pages of it. */
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
