import { WHOLE_PARTS } from "../default-parts.ts";
import type { Extractor } from "../extractors/index.ts";
import { registrableDomain } from "../url/index.ts";
import type { Label } from "./read-set.ts";

/** An address that an archive serves a page at, around the page's own. */
const ARCHIVED = /^https?:\/\/web\.archive\.org\/web\/[^/]+\/(?=https?:)/i;

/** The registrable domain of a labelled page: of its address, else of its site. */
export function domainOf({ url, site }: Pick<Label, "url" | "site">): string | undefined {
  const domain =
    url === null ? undefined : registrableDomain(url.replace(ARCHIVED, ""), WHOLE_PARTS.suffixes);
  return domain ?? (site === null ? undefined : domainOfSite(site));
}

/** Sites are host names in most sets, and plain names in some. */
function domainOfSite(site: string): string | undefined {
  const name = site.trim().toLowerCase();
  if (name === "") return undefined;
  // A bare number would be read as an address.
  return name.includes(".") ? (registrableDomain(`http://${name}`, WHOLE_PARTS.suffixes) ?? name) : name;
}

/** The pages of a set whose sites some of its extractors were trained on. */
export interface SeenSummary {
  /** Pages whose site any of the extractors has seen. */
  readonly pages: number;
  /** The same for each extractor that has seen some. */
  readonly by: Readonly<Record<string, number>>;
  /** Whether they were measured nonetheless. */
  readonly isIncluded: boolean;
}

/** The ids of the extractors that were trained on the site of a page. */
export type SeenBy = (label: Pick<Label, "url" | "site">) => readonly string[];

/** Asks extractors once which sites they were trained on. */
export function makeSeenBy(extractors: readonly Extractor[]): SeenBy {
  const trained = extractors.flatMap((extractor) => {
    const domains = extractor.trainedOn?.() ?? [];
    return domains.length === 0 ? [] : [{ id: extractor.id, domains: new Set(domains) }];
  });
  return (label) => {
    if (trained.length === 0) return [];
    const domain = domainOf(label);
    if (domain === undefined) return [];
    return trained.filter(({ domains }) => domains.has(domain)).map(({ id }) => id);
  };
}

/** Counts pages by who has seen their sites. */
export class SeenCount {
  #pages = 0;
  readonly #by = new Map<string, number>();

  add(ids: readonly string[]): void {
    if (ids.length > 0) this.#pages++;
    for (const id of ids) this.#by.set(id, (this.#by.get(id) ?? 0) + 1);
  }

  /** The counts, or undefined where no page was seen. */
  finish(isIncluded: boolean): SeenSummary | undefined {
    if (this.#pages === 0) return undefined;
    return { pages: this.#pages, by: Object.fromEntries(this.#by), isIncluded };
  }
}

/** Seen pages in a few words: "12 of sites that mss was trained on left out". */
export function describeSeen({ pages, by, isIncluded }: SeenSummary): string {
  const counts = Object.entries(by);
  const isSame = counts.every(([, count]) => count === pages);
  const who = counts.map(([id, count]) => (isSame ? id : `${id} (${count})`)).join(" or ");
  return `${pages} of sites that ${who} was trained on ${isIncluded ? "included" : "left out"}`;
}

/** Above this share of seen pages the others are too few, or too odd, to represent their set. */
const MOST = 0.5;

/** Advice for a set most of which was left out as seen: how many pages are left, and other ways to measure it. */
export function adviseOnSeen(set: string, left: number, seen: SeenSummary): string | undefined {
  const all = left + seen.pages;
  if (seen.isIncluded || seen.pages <= MOST * all) return undefined;
  const who = Object.keys(seen.by).join(" or ");
  const measured =
    left === 0 ? "none is left to measure" : `only ${left} ${left === 1 ? "is" : "are"} measured`;
  return (
    `Of the ${all} pages of ${set}, ${seen.pages} are of sites that ${who} was trained on: ${measured}. ` +
    `--include-seen measures all ${all}, with figures that flatter ${who}; cross-validation measures them ` +
    "with models that have not seen their sites (docs/evaluation.md), and another set needs neither."
  );
}
