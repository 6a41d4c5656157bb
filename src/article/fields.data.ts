import type { Article } from "./article.ts";

/** The fields of an Article, in the order in which they are written; the published schema has the same. */
export const ARTICLE_FIELDS = [
  "url",
  "canonicalUrl",
  "title",
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
  "paywall",
  "extractor",
  "warnings",
  "explanation",
] as const satisfies readonly (keyof Article)[];
