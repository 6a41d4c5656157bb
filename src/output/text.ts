import type { Article } from "../article/index.ts";

/** The article as plain text: its `text`, with a line end where there is any. */
export function toText(article: Article): string {
  return article.text === "" ? "" : `${article.text}\n`;
}
