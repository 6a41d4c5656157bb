import type { Article } from "../article/index.ts";
import { blocksHtml, cleanLabel, escapeText } from "../assemble/index.ts";
import { articleContent, headlineOf, languageAttributes } from "./article-content.ts";

/** The article as one `article` element: the title as `h1`, unless the body shows it, then the sanitised body. */
export function toHtml(article: Article): string {
  const title = cleanLabel(article.title ?? undefined);
  const { blocks } = articleContent(article);
  const isShown = headlineOf(article, blocks) >= 0;
  const parts = [title === null || isShown ? "" : `<h1>${escapeText(title)}</h1>`, blocksHtml(blocks)];
  const written = parts.filter((part) => part !== "");
  return [`<article${languageAttributes(article)}>`, ...written, "</article>", ""].join("\n");
}
