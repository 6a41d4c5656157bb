import { type Address, prefixes, readAddress } from "./address.ts";
import { findStories } from "./label-stories.ts";
import type { SiteLabels } from "./page-labels.ts";
import { type FoundUse, UseCollector } from "./use-collector.ts";

/** A label as one site uses it: a text that links to one place of the site. */
export interface LabelUse {
  readonly site: string;
  readonly language: string | undefined;
  readonly text: string;
  readonly stems: readonly string[];
  readonly url: string;
  readonly address: Address;
  /** Whether it is the name of the place that it leads to; others stand over a link for a day. */
  readonly isOwner: boolean;
  /** What the label and, of an owner, the end of its address call the place. */
  readonly names: readonly string[];
  /** How many pages of the site show it. */
  readonly pages: number;
  /** Keys of the addresses that it stands under, in the trees of pages or by its own address. */
  readonly above: ReadonlySet<string>;
  /** Titles of stories that stand under it alone, by their key. */
  readonly stories: ReadonlyMap<string, string>;
  /** Whether it is the name of a place whose stories come and go. */
  readonly hasNews: boolean;
  /** Words of those titles, and of the pages that lie under it. */
  readonly vocabulary: ReadonlyMap<string, number>;
}

/** The labels of a site that may name sections: they are short, link to the site itself and not to its home page. */
export function collectUses({ site, pages }: SiteLabels): LabelUse[] {
  const collector = new UseCollector(readAddress(pages[0]?.url));
  for (const page of pages) collector.read(page);
  const uses = collector.uses();
  const places = Map.groupBy(uses, ({ address }) => address.key);
  const stories = findStories(pages, new Set(places.keys()));
  const outer = outerPlaces(uses);
  return [...places].flatMap(([place, labels]) => {
    const owner = findOwner(labels);
    return labels.map((use) => ({
      site,
      language: use.language,
      text: use.text,
      stems: use.stems,
      url: use.url,
      address: use.address,
      isOwner: use === owner,
      names: use === owner ? [...new Set([...use.ownNames, ...use.addressNames])] : use.ownNames,
      pages: use.pages.size,
      above: new Set([...(collector.above.get(place) ?? []), ...(outer.get(place) ?? [])]),
      stories: stories.titles.get(place) ?? new Map<string, string>(),
      hasNews: use === owner && stories.withNews.has(place),
      vocabulary: stories.vocabularies.get(place) ?? new Map<string, number>(),
    }));
  });
}

/** Of several labels that lead to one place, the one that its address repeats, else the one on most pages. */
function findOwner(labels: readonly FoundUse[]): FoundUse | undefined {
  const named = labels.filter(({ ownNames, addressNames }) =>
    ownNames.some((name) => addressNames.includes(name)),
  );
  const candidates = named.length > 0 ? named : labels;
  return candidates.reduce((best, each) => (each.pages.size > best.pages.size ? each : best));
}

/** The places under whose addresses each place lies. */
function outerPlaces(uses: readonly FoundUse[]): Map<string, string[]> {
  const all = new Map(uses.map(({ address }) => [address.key, address]));
  return new Map(
    [...all].map(([place, address]) => [place, prefixes(address).filter((key) => all.has(key))]),
  );
}
