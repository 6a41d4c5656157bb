import type { ArticleLink } from "./fronts/index.ts";
import type { MinedArticle } from "./mined-site.ts";
import { addressKey } from "./source/index.ts";
import { type Address, liesUnder, readAddress } from "./taxonomy/address.ts";
import type { Taxonomy } from "./taxonomy/index.ts";
import { labelKey } from "./taxonomy/label-text.ts";

/** An article on more section pages stands in a list that all of them carry. */
const MAX_SECTION_PAGES = 3;

/** Says of each article which concept it is an instance of: by its label, its address, or the section that announces it. */
export function placeArticles(
  links: readonly ArticleLink[],
  { concepts }: Taxonomy,
): readonly MinedArticle[] {
  const labels = concepts.flatMap(({ id, labels: all }) => all.map((label) => ({ id, ...label })));
  const byText = new Map(labels.map(({ id, text }) => [labelKey(text), id]));
  const places = labels.flatMap(({ id, urls }) =>
    urls.map((url) => ({ id, url, address: readAddress(url) })),
  );
  const byAddress = new Map(places.map(({ id, url }) => [addressKey(url), id]));
  const concept = ({ url, section, foundOn }: ArticleLink): string | null => {
    const named = section === null ? undefined : byText.get(labelKey(section));
    if (named !== undefined) return named;
    const pages = foundOn.flatMap((page) => byAddress.get(addressKey(page)) ?? []);
    const announced = pages.length <= MAX_SECTION_PAGES ? pages[0] : undefined;
    return placeAbove(readAddress(url), places) ?? announced ?? null;
  };
  return links.map((link) => ({ ...link, concept: concept(link) }));
}

interface Place {
  readonly id: string;
  readonly address: Address | undefined;
}

/** The concept at the nearest place that an address lies under. */
function placeAbove(address: Address | undefined, places: readonly Place[]): string | undefined {
  let best: Place | undefined;
  for (const place of places) {
    if (address === undefined || place.address === undefined || !liesUnder(address, place.address)) continue;
    if (place.address.parts.length > (best?.address?.parts.length ?? 0)) best = place;
  }
  return best?.id;
}
