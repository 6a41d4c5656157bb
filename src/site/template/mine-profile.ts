import { type Extractor, fitProfile, hashPlaces } from "../../extractors/index.ts";
import {
  type Extraction,
  hashName,
  KEEP_SCORE,
  leafWords,
  type Page,
  type SiteProfile,
} from "../../page/index.ts";
import { mineTemplates } from "./mine-templates.ts";
import { readPage } from "./page-reading.ts";
import { RepeatedBlocks } from "./repeated-blocks.ts";

/** Pages that templates are mined from; each is compared with all others, and more change next to nothing. */
const MAX_PAGES = 60;

/** What a profile says of itself. */
export interface ProfileHead {
  /** The registrable domain, or what the site is called. */
  readonly site: string;
  /** When it is mined, ISO 8601. */
  readonly made: string;
}

/** What is known of the pages besides. */
export interface MiningHelp {
  /** Pages that section pages link to side by side: they are compared with each other first. */
  readonly groups?: readonly (readonly Page[])[];
  /** Says what of a page is no article: comments longer than the stories are then not taken for them, and `outside` is known. */
  readonly judge?: Extractor;
}

/** The profile of a site from its article pages; the same pages in the same order make the same one. */
export function mineProfile(
  pages: readonly Page[],
  { site, made }: ProfileHead,
  { groups = [], judge }: MiningHelp = {},
): SiteProfile {
  const repeated = new RepeatedBlocks();
  for (const page of pages) repeated.add(page);
  const sample = pages.slice(0, MAX_PAGES);
  const answered = judge && sample.map((page) => ({ page, answer: judge.extract(page, {}) }));
  const templates = mineTemplates(
    sample.map((page, at) => readPage(page, answered?.[at]?.answer)),
    groups,
  );
  return {
    ...{ format: "galley-site-profile", version: 1, site, made, ...repeated.result() },
    ...(answered && { outside: collectOutside(answered) }),
    templates,
  };
}

/** Places that a profile names at most, those of most pages first. */
const MAX_PLACES = 10_000;

/** A page with what an extractor says of it. */
export interface AnsweredPage {
  readonly page: Page;
  readonly answer: Extraction;
}

/** What is known of a place after some pages: on how many it has text, and the sum of the shares that are no article's. */
interface PlaceSum {
  pages: number;
  outside: number;
}

/** By place of a site's pages: how much of the text there is no article's, in per cent; every page counts the same. */
export function collectOutside(pages: readonly AnsweredPage[]): NonNullable<SiteProfile["outside"]> {
  const sums = new Map<number, PlaceSum>();
  for (const one of pages) {
    for (const [place, { words, dropped }] of countWords(one)) {
      const sum = sums.get(place) ?? { pages: 0, outside: 0 };
      sums.set(place, sum);
      sum.pages++;
      sum.outside += dropped / words;
    }
  }
  const named = [...sums]
    .sort(([place, a], [otherPlace, b]) => b.pages - a.pages || place - otherPlace)
    .map(([place, { pages, outside }]) => [hashName(place), Math.round((outside / pages) * 100)] as const)
    .filter(([, percent]) => percent > 0)
    .slice(0, MAX_PLACES);
  return Object.fromEntries(named);
}

function countWords({ page, answer }: AnsweredPage): ReadonlyMap<number, { words: number; dropped: number }> {
  const { leaves } = page;
  const places = hashPlaces(page);
  const counts = new Map<number, { words: number; dropped: number }>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const words = leaves.visible[leaf] === 1 ? leafWords(page, leaf) : 0;
    if (words === 0) continue;
    const place = places[leaf]!;
    const count = counts.get(place) ?? { words: 0, dropped: 0 };
    counts.set(place, count);
    count.words += words;
    if (answer.scores[leaf]! < KEEP_SCORE) count.dropped += words;
  }
  return counts;
}

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
