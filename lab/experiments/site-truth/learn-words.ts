import type { PlaceEvidence } from "../../../src/site/taxonomy/section-evidence.ts";
import { readPlaceWords, type WordOdds, wordKey } from "../../../src/site/taxonomy/section-words.ts";

/** Words of fewer sites are their names. */
const MIN_SITES = 3;
/** Sites without a word, half with it in sections and half not, that its odds are mixed with. */
const PRIOR_SITES = 2;
/** Odds are stored in such steps. */
const STEP = 0.25;

/** How many places of a site with a word are sections, and how many not. */
type Counts = readonly [sections: number, others: number];

/** By word, the counts of each site. */
export type WordCounts = ReadonlyMap<string, ReadonlyMap<string, Counts>>;

/** Counts the words of judged places. */
export function countWords(
  places: Iterable<{
    readonly site: string;
    readonly place: PlaceEvidence;
    readonly isSection: boolean | undefined;
  }>,
): WordCounts {
  const found = new Map<string, Map<string, Counts>>();
  for (const { site, place, isSection } of places) {
    if (isSection === undefined) continue;
    const { inNames, inAddress } = readPlaceWords(place.texts, place.address);
    for (const word of new Set([...inNames, ...inAddress])) {
      const bySite = found.get(word) ?? new Map<string, Counts>();
      const [sections, others] = bySite.get(site) ?? [0, 0];
      bySite.set(site, isSection ? [sections + 1, others] : [sections, others + 1]);
      found.set(word, bySite);
    }
  }
  return found;
}

/** The odds by other sites than one: a site must not be judged by its own labels, not even while trees are learned. */
export function oddsWithout(counts: WordCounts, site: string | undefined): WordOdds {
  return (word) => {
    const bySite = counts.get(word);
    if (bySite === undefined) return 0;
    let [inside, outside, sites] = [PRIOR_SITES / 2, PRIOR_SITES / 2, 0];
    for (const [each, [sections, others]] of bySite) {
      if (each === site) continue;
      sites++;
      inside += sections / (sections + others);
      outside += others / (sections + others);
    }
    return sites < MIN_SITES ? 0 : Math.round(Math.log(inside / outside) / STEP) * STEP;
  };
}

/** The keys of all words that say something, by their odds. */
export function listWords(counts: WordCounts): Record<string, string> {
  const oddsOf = oddsWithout(counts, undefined);
  const lists = Map.groupBy([...counts.keys()].sort(), oddsOf);
  lists.delete(0);
  const sorted = [...lists].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([odds, words]) => [String(odds), words.map(wordKey).sort().join(" ")]),
  );
}
