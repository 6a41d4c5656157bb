import type { ExtractionNotes, PageType, WarningCode } from "../article/index.ts";
import type { Page } from "./page.ts";

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

/** An extractor's verdict on the page as a whole. */
export interface Verdict {
  /** Probability that the page is an article. */
  readonly isArticle: number;
  /** The likeliest kind; absent where it is not an article and the method knows no other kinds. */
  readonly pageType?: PageType;
  /** Probability that precision and recall of the answer are at least .95. */
  readonly confidence: number;
}

/** Metadata that an extractor can find, each as it is stated. */
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
  /** Metadata beside it in the script. */
  readonly facts?: Facts;
}

/** The role of every leaf of a page, kept or not. */
export interface LeafRoles {
  /** For each leaf, the index into `LEAF_ROLES`. */
  readonly roles: Uint8Array;
  /** For each leaf, the chance of that role, 0..1. */
  readonly chances: Float32Array;
}

/** An extractor's answer for a page: a score in 0..1 and a reason for every leaf. Assembly keeps `KEEP_SCORE` and more. */
export interface Extraction {
  readonly scores: Float32Array;
  /** Index into `REASONS`. */
  readonly reasons: Uint8Array;
  /** The role of each leaf; where an extractor gives none, they are computed on demand. */
  readonly roles?: LeafRoles;
  readonly titleNode?: number;
  /** The headline is not among the kept leaves; looking for it there would read all metadata. */
  readonly isHeadlineOut?: boolean;
  readonly bodyRoot?: number;
  /** A kept leaf that is named here is kept only in these ranges. */
  readonly cuts?: readonly Cut[];
  readonly warnings?: readonly WarningCode[];
  /** The body that data on the page states, where the page itself shows none; all of it becomes the article. */
  readonly statedBody?: StatedBody;
  /** What was read of the article besides its text. */
  readonly facts?: Facts;
  readonly verdict?: Verdict;
  readonly notes?: ExtractionNotes;
}

/** Leaves with this score and more belong to the article. */
export const KEEP_SCORE = 0.5;

/** What a list said of a page: a feed, a sitemap, a search, an aggregator, a front page. */
export interface Announcement {
  readonly title?: string | null | undefined;
  /** The list: its address, or the name it is known by. */
  readonly source?: string | undefined;
  /** The paper that an aggregator named. */
  readonly publisher?: string | null | undefined;
  /** When the article appeared and was last changed, ISO 8601. */
  readonly published?: string | null | undefined;
  readonly modified?: string | null | undefined;
}

/** What is known of a page besides its bytes. */
export interface Hints {
  /** The title under which the page was collected: a feed's, a search result's, an aggregator's. */
  readonly collectedTitle?: string;
  /** All that lists said of the page, the first one first. */
  readonly announced?: readonly Announcement[];
  /** What was mined from other pages of its site. */
  readonly siteProfile?: SiteProfile;
}

/** Roles of a place: prose of the body, the headline, or other varying text (dates, names, teasers). */
export const TEMPLATE_ROLES = ["body", "title", "beside"] as const;
/** The role of a place in a template. */
export type TemplateRole = (typeof TEMPLATE_ROLES)[number];

/** The steps of paths: element names with their first class or id, or names alone as in the paper. */
export const PATH_STEPS = ["classes", "names"] as const;
/** The kind of a path's steps. */
export type PathSteps = (typeof PATH_STEPS)[number];

/** A root-to-leaf path of a site's articles. */
export interface TemplatePath {
  /** The elements from `html` to the parent of the leaf, as `html/body/div.story/p` or `html/body/div/p`. */
  readonly path: string;
  /** Articles of the site, of those mined, that have text there. */
  readonly pages: number;
  /** Words that such an article has there, on average. */
  readonly words: number;
  readonly role: TemplateRole;
}

/** The places of a site's article pages with text that varies from page to page. */
export interface ArticleTemplate {
  /** Article pages that it was mined from. */
  readonly pages: number;
  readonly steps: PathSteps;
  /** In the order in which the articles show them. */
  readonly paths: readonly TemplatePath[];
  /** Short texts of the template that label what follows them, such as "Photo:". */
  readonly labels: readonly string[];
}

/** What was mined from several pages of one site, as `galley site` writes it; dated, and checked against each page. */
export interface SiteProfile {
  readonly format: "galley-site-profile";
  readonly version: 1;
  /** The registrable domain, or another name if the pages have no address. */
  readonly site: string;
  /** When it was mined, ISO 8601. */
  readonly made: string;
  /** Pages that it was mined from. */
  readonly pages: number;
  /** The number of pages with each repeated block, by the hash of its words and the elements around it. */
  readonly repeated: Readonly<Record<string, number>>;
  /** By the hash of a place's path, the per cent of its text that the default method drops; places at 0 are left out. */
  readonly outside?: Readonly<Record<string, number>>;
  /** The templates of the site's articles, those by classes before those by names, of most pages first. */
  readonly templates: readonly ArticleTemplate[];
}
