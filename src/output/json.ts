import { ARTICLE_FIELDS, type Article } from "../article/index.ts";

/** The article as JSON, its fields in the order of the published schema. */
export function toJson(article: Article): string {
  const ordered: Record<string, unknown> = {};
  for (const field of ARTICLE_FIELDS) if (article[field] !== undefined) ordered[field] = article[field];
  return `${JSON.stringify(ordered, null, 2)}\n`;
}
