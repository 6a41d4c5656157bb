/** Where a candidate was found. The closed list of `Candidate.origin`. */
export const ORIGINS = ["feed", "sitemap", "front", "search", "aggregator"] as const;

/** Where a candidate was found. */
export type Origin = (typeof ORIGINS)[number];

/** A title that a page was announced under. */
export interface CollectedTitle {
  readonly title: string;
  readonly origin: Origin;
  /** The address of the feed, sitemap, front page or search. */
  readonly list: string;
}

/** An address that may be an article, with what the list that announces it says. */
export interface Candidate {
  readonly url: string;
  readonly titles: readonly CollectedTitle[];
  /** ISO 8601, as the list says. */
  readonly published: string | undefined;
  /** The publisher that an aggregator names. */
  readonly publisher: string | undefined;
  /** The keywords of the searches that found it. */
  readonly topics: readonly string[];
}

/** What a list says of one address, before it is known which list it is. */
export interface Announced {
  readonly url: string;
  readonly title: string | undefined;
  readonly published: string | undefined;
  readonly publisher?: string | undefined;
}

/** The candidate for an address that a list announces. */
export function toCandidate(
  { url, title, published, publisher }: Announced,
  origin: Origin,
  list: string,
): Candidate {
  const titles = title === undefined ? [] : [{ title, origin, list }];
  return { url, titles, published, publisher, topics: [] };
}
