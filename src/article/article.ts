import { WARNINGS } from "./warnings.data.ts";

/** The code of a warning; stable, listed in docs/errors.md. */
export type WarningCode = keyof typeof WARNINGS;

/** Something odd about a page that still gave an article. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** The kinds of media an article can hold. */
export const MEDIA_KINDS = ["image", "video", "audio", "frame"] as const;

/** A picture, film or sound of the article. */
export interface Media {
  readonly kind: (typeof MEDIA_KINDS)[number];
  readonly src: string;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
}

/** What a reader wrote below or above a story. */
export interface ReaderComment {
  readonly author: string | null;
  /** As the page states it. */
  readonly date: string | null;
  /** Paragraphs separated by a blank line. */
  readonly text: string;
}

/** Where a field's value came from, and how far to trust it. */
export interface FieldSource {
  readonly source: string;
  readonly confidence: number;
}

/** What one feature of a leaf did to its score. */
export interface Contribution {
  /** The name of a feature; `base` is the same for every leaf, `threshold` for this page, `others` sums up the rest. */
  readonly feature: string;
  /** The value of the feature; null if missing, and for `base` and `others`. */
  readonly value: number | null;
  /** What it adds to the log-odds of the score. */
  readonly weight: number;
}

/** What a leaf of a page can be: the one closed list for explanations, labels and parts that are asked for. */
export const LEAF_ROLES = [
  "body",
  "headline",
  "standfirst",
  "byline",
  "date",
  "caption",
  "credit",
  "related",
  "promotion",
  "comment",
  "embed",
  "boilerplate",
] as const;
/** What a leaf of a page is. */
export type LeafRole = (typeof LEAF_ROLES)[number];

/** The outcome for one leaf of the page. */
export interface ExplainedLeaf {
  readonly path: string;
  readonly text: string;
  /** Whether it is in the article: in its text, its HTML or its media. */
  readonly kept: boolean;
  /** The extractor's score. */
  readonly score: number;
  /** The extractor's reason, or what assembly did with a leaf that the extractor had kept. */
  readonly reason: string;
  /** Which part of the article other than the body it is, whether the article keeps it or not. */
  readonly part?: "headline" | "standfirst" | "byline";
  /** What it is, kept or not; absent if no role reader was given. */
  readonly role?: LeafRole;
  /** The chance of that role, 0..1. */
  readonly roleChance?: number;
  /** The largest contributions to the score: the base first, then by strength; they add up to its log-odds. */
  readonly contributions?: readonly Contribution[];
}

/** How well a page fits the template mined from other pages of its site. */
export interface ProfileFit {
  /** The site of the profile, and when it was mined. */
  readonly site: string;
  readonly made: string;
  /** Whether too little of the template was found: the page is of another kind, or the site has changed. */
  readonly isStale: boolean;
  /** The share of the template's body that the page has, weighted by the words that the mined articles have there. */
  readonly share: number;
  /** The share of the page's prose that is in these places. */
  readonly coverage: number;
  /** Places of the body in the template, and the first of those that are missing or empty on the page. */
  readonly places: number;
  readonly missing: readonly string[];
}

/**
 * How the texts of a page that are similar to the title it was collected under relate to its headline: the five situations of
 * Han & Tokuda (3.3), in their order.
 */
export const TITLE_SITUATIONS = [
  "no possible title",
  "one, the headline",
  "one, not the headline",
  "several, one the headline",
  "several, none the headline",
] as const;

/** What a method that searches for the title found. */
export interface TitleNotes {
  /** Which title was searched for: the collected one, the page's own, or none because neither is on the page. */
  readonly source: "collected" | "page" | "none";
  readonly situation: (typeof TITLE_SITUATIONS)[number];
  /** How many texts of the page are similar enough to be the title. */
  readonly possibleTitles: number;
  /** Whether the body was found before the first of them, in the reserve range. */
  readonly reserveRange: boolean;
}

/** How a method decided, for explanations and for later steps. */
export interface ExtractionNotes {
  /** The weight, 0..1, of the ensemble for pages that are not articles, in methods with two ensembles of trees. */
  readonly otherPagesWeight?: number;
  /** The weight, 0..1, of the network on this page, in methods that have one beside their trees. */
  readonly networkWeight?: number;
  /** `fused` only: the ensemble weight, 0..1, of the context trees on this page. */
  readonly contextWeight?: number;
  /** Blocks of this page were kept from this probability up; scores are shifted so that it becomes one half. */
  readonly threshold?: number;
  /** `econ` only: steps climbed from the first text node, including the last, which gained nothing. */
  readonly steps?: number;
  /** Only from methods that search for the title under which a page was collected. */
  readonly title?: TitleNotes;
}

/** Why the article is what it is. */
export interface Explanation {
  readonly fields: Readonly<Record<string, FieldSource>>;
  /** How the extractor decided, if it reports that. */
  readonly notes?: ExtractionNotes;
  readonly leaves: readonly ExplainedLeaf[];
  /** Only with a site profile that has a template. */
  readonly siteProfile?: ProfileFit;
}

interface FieldConfidence {
  readonly title: number | null;
  readonly authors: number | null;
  readonly published: number | null;
}

/** The article of a page. `null` means that the page does not say. */
export interface Article {
  readonly url: string | null;
  readonly canonicalUrl: string | null;
  /** The headline that readers see. */
  readonly title: string | null;
  /** What the head and the data of the page say, for search engines and cards. */
  readonly statedTitle: string | null;
  readonly authors: readonly string[];
  /** ISO 8601, with an offset where the page gives one. */
  readonly published: string | null;
  readonly modified: string | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly direction: "ltr" | "rtl" | null;
  readonly site: string | null;
  readonly section: string | null;
  readonly tags: readonly string[];
  readonly excerpt: string | null;
  /** Address of the lead image. */
  readonly image: string | null;
  readonly media: readonly Media[];
  /** Paragraphs separated by a blank line; headings and list items on lines of their own. */
  readonly text: string;
  /** Sanitised, with absolute addresses. */
  readonly html: string;
  readonly wordCount: number;
  /** What kind of page it is; see `PAGE_TYPES`. */
  readonly pageType: PageType | null;
  /** Probability that the page is an article; null from extractors that do not judge it. */
  readonly isArticle: number | null;
  /** Probability that the text is the whole article and nothing else; null from extractors that do not judge it. */
  readonly confidence: number | null;
  /** Probability that each of these fields is right; null where the page does not state it. */
  readonly fieldConfidence: FieldConfidence;
  readonly paywall: boolean | null;
  readonly extractor: string;
  readonly warnings: readonly Warning[];
  /** Only if comments are requested. */
  readonly comments?: readonly ReaderComment[];
  readonly explanation?: Explanation;
}

/** A warning with its message. */
export function warn(code: WarningCode): Warning {
  return { code, message: WARNINGS[code] };
}

/** The fields of an Article, in the order in which they are written; the published schema has the same. */
export const ARTICLE_FIELDS = [
  "url",
  "canonicalUrl",
  "title",
  "statedTitle",
  "authors",
  "published",
  "modified",
  "language",
  "direction",
  "site",
  "section",
  "tags",
  "excerpt",
  "image",
  "media",
  "text",
  "html",
  "wordCount",
  "pageType",
  "isArticle",
  "confidence",
  "fieldConfidence",
  "paywall",
  "extractor",
  "warnings",
  "comments",
  "explanation",
] as const satisfies readonly (keyof Article)[];

/** What kind of page it is, each with what it means. The closed list of `Article.pageType`. */
export const PAGE_TYPES = {
  article: "One story, report, review or post, to be read from its headline on.",
  home: "The front page of a publication: teasers of many articles on many subjects.",
  section: "A front page of one subject, author or region: teasers of many articles.",
  listing: "Entries that a search, a directory or an archive found, with little text of their own.",
  collection: "Things of one kind side by side, such as the products of a category.",
  product: "One thing that is offered, with its price, properties or reviews.",
  service: "What a firm or an office does or offers: landing pages, prices, contact.",
  forum: "A question or a topic and what several people wrote to it.",
  documentation: "How something is used: manuals, references, tutorials, help.",
} as const;

/** What kind of page it is. */
export type PageType = keyof typeof PAGE_TYPES;

/** Whether a text names a kind of page. */
export function isPageType(text: string): text is PageType {
  return Object.hasOwn(PAGE_TYPES, text);
}
