import type { ExtractionNotes, PageType, WarningCode } from "../article/index.ts";
import type { Page } from "./page.ts";
import type { SiteProfile } from "./site-profile.ts";

/** Why a leaf was kept or dropped, by its code in `Extraction.reasons`; a closed list that all extractors share. */
export const REASONS = [
  "not judged",
  "hidden",
  "inside the body",
  "outside the body",
  "no punctuation",
  "mostly links",
  "a paragraph",
  "not a paragraph",
  "everything is kept",
  "media of the body",
  "a box inside the body",
  "a related paragraph",
  "a possible title",
  "an outline",
  "scored as body",
  "scored as not body",
  "a copy of what was kept",
  "likeliest of the page",
  "likeliest body",
  "less likely the body",
  "below the first screen",
  "too small for the body",
  "likeliest title",
  "noise in the body",
  "repeated on the site",
  "inside the template's body",
  "outside the template's body",
  "outside the site's articles",
  "part of a kept structure",
  "part of a dropped structure",
  "inside kept text",
  "heading of kept text",
  "a reader's comment",
] as const;
/** Why a leaf was kept or dropped. */
export type Reason = (typeof REASONS)[number];

/** The code of a reason, as stored in `Extraction.reasons`. */
export function reasonCode(reason: Reason): number {
  return Math.max(0, REASONS.indexOf(reason));
}

/** A part of one leaf's text that is kept although the rest is not, as offsets into the leaf. */
export interface Cut {
  readonly leaf: number;
  readonly from: number;
  readonly to: number;
}

/** What an extractor that judges pages says of one as a whole. */
export interface Verdict {
  /** Probability that the page is an article. */
  readonly isArticle: number;
  /** The likeliest kind; absent where it is not an article and the method knows no other kinds. */
  readonly pageType?: PageType;
  /** Probability that precision and recall of the answer are at least .95. */
  readonly confidence: number;
}

/** What an extractor may know of an article besides its text, each as it is stated. */
export interface Facts {
  readonly authors?: readonly string[];
  readonly published?: string;
}

/** An article's body that data on a page states. */
export interface StatedBody {
  /** The body as a page of its own. */
  readonly page: Page;
  /** Where it was found: in the page's own article or another thing of structured data, in a script next to the title or anywhere. */
  readonly place: "article" | "thing" | "titled script" | "script";
  /** What is next to it and the title in a script. */
  readonly facts?: Facts;
}

/** What every leaf of a page is, kept or not. */
export interface LeafRoles {
  /** For each leaf, the index into `LEAF_ROLES`. */
  readonly roles: Uint8Array;
  /** For each leaf, the chance of that role, 0..1. */
  readonly chances: Float32Array;
}

/** What an extractor says of a page: a score in 0..1 and a reason for every leaf. Assembly keeps `KEEP_SCORE` and more. */
export interface Extraction {
  readonly scores: Float32Array;
  /** Index into `REASONS`. */
  readonly reasons: Uint8Array;
  /** What each leaf is; read where an explanation or a part of the page is asked for, unless the extractor tells it. */
  readonly roles?: LeafRoles;
  readonly titleNode?: number;
  readonly bodyRoot?: number;
  /** A kept leaf that is named here is kept only in these ranges. */
  readonly cuts?: readonly Cut[];
  readonly warnings?: readonly WarningCode[];
  /** The body as data on the page states it, where the page itself shows none; the article is made of all of it. */
  readonly statedBody?: StatedBody;
  /** What was read of the article besides its text. */
  readonly facts?: Facts;
  readonly verdict?: Verdict;
  readonly notes?: ExtractionNotes;
}

/** Leaves with this score and more belong to the article. */
export const KEEP_SCORE = 0.5;

/** What is known of a page besides its bytes. */
export interface Hints {
  /** The title under which the page was collected: a feed's, a search result's, an aggregator's. */
  readonly collectedTitle?: string;
  /** What was mined from other pages of its site. */
  readonly siteProfile?: SiteProfile;
}
