import { hashPlaces } from "../../extractors/index.ts";
import {
  type Extraction,
  hashName,
  KEEP_SCORE,
  leafWords,
  type Page,
  type SiteProfile,
} from "../../page/index.ts";

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
