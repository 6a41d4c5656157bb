import type { LeafRole } from "../article/index.ts";

/** The parts that are found by roles, with their roles. */
export const ROLES_OF_PART = {
  headline: ["headline"],
  standfirst: ["standfirst"],
  byline: ["byline", "date"],
  captions: ["caption", "credit"],
  embeds: ["embed"],
  related: ["related"],
  promotions: ["promotion"],
  comments: ["comment"],
} as const satisfies Readonly<Record<string, readonly LeafRole[]>>;

/** The role of an element with a property of schema.org, in lower case. */
export const ROLE_OF_PROPERTY = {
  comment: "comments",
  correction: "corrections",
  alternativeheadline: "standfirst",
  description: "standfirst",
  author: "byline",
  creator: "byline",
  datepublished: "byline",
  datemodified: "byline",
} as const;

/** The role of an element with a WAI-ARIA or DPUB-ARIA role. */
export const ROLE_OF_ARIA = {
  navigation: "related",
  comment: "comments",
  "doc-footnote": "footnotes",
  "doc-endnote": "footnotes",
  "doc-endnotes": "footnotes",
  "doc-subtitle": "standfirst",
  "doc-pullquote": "pullQuotes",
  "doc-credit": "byline",
} as const;

/** An item of this type of schema.org is a comment. */
export const COMMENT_TYPE = /\/(?:User)?Comments?$/;

/** A class or id that names a whole comment section: the usual names, and those of the comment systems' embed codes. */
export const COMMENT_SECTION =
  /(?:^|\s)(?:comments|comment-?list|comments?-(?:area|section|container|wrapper|thread)|user-?comments|disqus_thread|fb-comments)(?:\s|$)/i;
/** A class or id that names a byline, in the one word that publishing systems have for it: "article-byline", "bylineName". */
export const BYLINE_NAME = /by-?line/i;
/** The length of the shortest name above, of a role or of a section: shorter ones need not be read. */
export const SHORTEST_NAME = Math.min(
  "byline".length,
  ...Object.keys(ROLE_OF_ARIA).map((role) => role.length),
);
