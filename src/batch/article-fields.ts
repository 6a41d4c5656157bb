import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";

/** The fields of an article that a line of a batch can hold, in the order of the line. */
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
] as const satisfies readonly (keyof Article)[];
/** The name of such a field. */
export type ArticleField = (typeof ARTICLE_FIELDS)[number];

/** Reads a list of field names as the command line gives it; `id` is always there and may be named too. */
export function readFields(list: string): readonly ArticleField[] {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "id");
  const unknown = names.find((name) => !isField(name));
  if (unknown !== undefined) {
    throw new NewsError(
      "BAD_OPTION",
      `An article has no field "${unknown}"; it has ${ARTICLE_FIELDS.join(", ")}.`,
    );
  }
  return ARTICLE_FIELDS.filter((field) => names.includes(field));
}

function isField(name: string): name is ArticleField {
  return ARTICLE_FIELDS.some((field) => field === name);
}
