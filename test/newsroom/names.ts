/** Every look of a made-up site, oldest first. */
export const LOOKS = [
  "br-text-1999",
  "definition-list-2003",
  "tables-2005",
  "portal-2008",
  "floats-2010",
  "wordpress-2014",
  "bem-2016",
  "amp-2017",
  "classless-2018",
  "flex-mobile-2019",
  "div-soup-2020",
  "custom-elements-2021",
  "utility-2022",
  "broadsheet-2023",
  "modern-grid-2025",
] as const;
/** The name of a look. */
export type LookId = (typeof LOOKS)[number];

/** Every language a made-up site can be written in. */
export const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "pl",
  "ru",
  "el",
  "ar",
  "he",
  "zh",
  "ja",
  "ko",
  "hi",
  "th",
] as const;
/** The code of a language. */
export type LanguageCode = (typeof LANGUAGES)[number];

/** Every hard case that can be requested for a page by name. */
export const HARD_CASES = [
  "story-highlights",
  "standfirst",
  "breaking-bar",
  "large-section-label",
  "long-comments",
  "rule-before-comments",
  "broken-pieces",
  "one-sentence",
  "credit-in-last-text",
  "outline-paragraph",
  "ten-word-flash",
  "misleading-collected-title",
  "article-twice",
  "appended-article",
  "live-blog",
  "gallery",
  "paywall-teaser",
  "cookie-notice",
  "pull-quote",
  "block-quote",
  "table",
  "list",
  "code",
  "embedded-post",
  "inline-related",
  "inline-promotion",
  "correction",
  "comment-thread",
  "short-item",
  "teaser-columns",
  "house-rules",
  "consent-placeholder",
  "subscribe-plea",
  "about-us",
] as const;
/** The name of a hard case. */
export type HardCase = (typeof HARD_CASES)[number];

/** What a leaf is for; `other` is whatever the rest of the list does not name. */
export const ROLES = [
  "headline",
  "standfirst",
  "byline",
  "date",
  "body",
  "heading",
  "list",
  "table",
  "quote",
  "code",
  "correction",
  "caption",
  "credit",
  "image",
  "embed",
  "pull-quote",
  "highlight",
  "section-label",
  "breaking",
  "related",
  "promotion",
  "ad",
  "notice",
  "paywall",
  "comment",
  "masthead",
  "navigation",
  "teaser",
  "tool",
  "tag",
  "footer",
  "duplicate",
  "other-article",
  "other",
] as const;
/** The role of a leaf. */
export type Role = (typeof ROLES)[number];

/** The roles whose words make up the article's text. */
export const BODY_ROLES: ReadonlySet<Role> = new Set([
  "standfirst",
  "body",
  "heading",
  "list",
  "table",
  "quote",
  "code",
  "correction",
]);

/** What kind of page a page is. */
const PAGE_TYPES = ["article", "live", "gallery", "home", "section"] as const;
/** The kind of a page. */
export type PageType = (typeof PAGE_TYPES)[number];

/** Sections that every site has under a name of its own. */
export const CONCEPTS = [
  "politics",
  "world",
  "business",
  "sport",
  "culture",
  "science",
  "local",
  "markets",
  "football",
  "books",
  "health",
] as const;
/** The concept of a section that every site has. */
export type UsualConcept = (typeof CONCEPTS)[number];

/** Smaller sections that only the sites of a press have, and not all of them. */
export const FINER_CONCEPTS = [
  "elections",
  "europe",
  "companies",
  "tennis",
  "cycling",
  "film",
  "music",
  "climate",
] as const;
/** The concept of a section that some sites have. */
export type FinerConcept = (typeof FINER_CONCEPTS)[number];

/** The concept of a section, whatever a site calls it. */
export type Concept = UsualConcept | FinerConcept;

/** Which section a smaller section sits under. */
export const PARENTS: Partial<Record<Concept, Concept>> = {
  markets: "business",
  football: "sport",
  books: "culture",
  health: "science",
  elections: "politics",
  europe: "world",
  companies: "business",
  tennis: "sport",
  cycling: "sport",
  film: "culture",
  music: "culture",
  climate: "science",
};
