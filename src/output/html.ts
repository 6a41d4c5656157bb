import type { Article } from "../article/index.ts";
import { blocksHtml, cleanLabel, escapeText } from "../assemble/index.ts";
import { articleContent, languageAttributes } from "./article-content.ts";

/** The article as one `article` element: the title as `h1`, then the sanitised body. */
export function toHtml(article: Article): string {
  const title = cleanLabel(article.title ?? undefined);
  const parts = [
    title === null ? "" : `<h1>${escapeText(title)}</h1>`,
    blocksHtml(articleContent(article).blocks),
  ];
  const written = parts.filter((part) => part !== "");
  return [`<article${languageAttributes(article)}>`, ...written, "</article>", ""].join("\n");
}
