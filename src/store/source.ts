import type { OutcomeName } from "./candidate.ts";

/** The kinds of sources. */
const SOURCE_KINDS = ["feed", "sitemap", "front", "section", "search", "list"] as const;
/** The kind of a source. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A place where addresses of articles are found again and again. */
export interface Source {
  /** Unique and stable; `source:` finds it. The address, or a name that the user gave. */
  readonly id: string;
  readonly kind: SourceKind;
  readonly url: string;
  readonly title: string | null;
  /** The label of a section, or the keyword of a search: the topic of what is found here. */
  readonly topic: string | null;
  /** The concept of the site's taxonomy, for sections. */
  readonly concept: string | null;
}

/** A source as a run needs it. */
export interface KnownSource extends Source {
  readonly site: string;
  /** Whether it ever announced anything. */
  readonly hasFindings: boolean;
}

/** How far the titles of a source fit the pages they lead to. */
export interface TitleQuality {
  /** Collected titles that were compared with their page. */
  readonly titles: number;
  /** How many of them were in each situation. */
  readonly situations: Readonly<Record<string, number>>;
  /** How many had their body in the reserve range. */
  readonly reserveRange: number;
  /** The mean likeness to the page's own title, 0..1; null without titles. */
  readonly likeness: number | null;
}

/** The last time that a source was read. */
export interface SourceRead {
  readonly atMs: number;
  /** Entries that it announced. */
  readonly announced: number;
  /** Why it could not be read. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** A source with what it brought. */
export interface SourceReport extends Source {
  readonly lastRead: SourceRead | null;
  /** How often in a row it could not be read. */
  readonly failedReads: number;
  /** When its newest article was stored. */
  readonly lastNewMs: number | null;
  /** The mean time between the dates of its articles; null for fewer than two. */
  readonly usualGapMs: number | null;
  /** How the last addresses that it announced ended, at most 50. */
  readonly recent: readonly OutcomeCount[];
  readonly addedMs: number;
  readonly site: string;
  readonly addresses: number;
  readonly articles: number;
  readonly titleQuality: TitleQuality;
}

/** The file with the headers and cookies of a source. */
export interface SourceHeaders {
  readonly source: string;
  readonly path: string;
}

/** How often each outcome was seen; the detail is the rule, the reason or the code. */
export interface OutcomeCount {
  readonly outcome: OutcomeName;
  readonly detail: string;
  readonly count: number;
}
