import type { Article } from "../article/index.ts";
import { type Content, readContent } from "../assemble/index.ts";

/** What an Article's HTML holds. Read anew, so that one from a file or a network is as safe as our own. */
export function articleContent(article: Article): Content {
  return readContent(article.html, article.url ?? undefined);
}

/** The language of an article as an attribute may hold it, null where it is missing or no language tag. */
export function languageOf(article: Article): string | null {
  const { language } = article;
  return language !== null && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : null;
}
