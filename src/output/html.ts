import type { Article } from "../article/index.ts";
import { blocksHtml, cleanLabel, escapeText } from "../assemble/index.ts";
import { articleContent, languageOf } from "./article-content.ts";

/** The article as one `article` element: the title as `h1`, then the sanitised body. */
export function toHtml(article: Article): string {
  const language = languageOf(article);
  const lang = language === null ? "" : ` lang="${language}"`;
  const dir = article.direction === "ltr" || article.direction === "rtl" ? ` dir="${article.direction}"` : "";
  const title = cleanLabel(article.title ?? undefined);
  const parts = [
    title === null ? "" : `<h1>${escapeText(title)}</h1>`,
    blocksHtml(articleContent(article).blocks),
  ];
  return [`<article${lang}${dir}>`, ...parts.filter((part) => part !== ""), "</article>", ""].join("\n");
}
