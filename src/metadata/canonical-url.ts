import { statedUrls } from "../page/index.ts";
import type { Evidence, Rule } from "./rule.ts";
import { mapRead, metaText, webUrl } from "./stated.ts";

/** The address that the publisher gives the article. Most trusted first. */
export const CANONICAL_URL_RULES: readonly Rule<string>[] = [
  ["rel-canonical", 0.94, ({ page }) => page.canonicalUrl],
  ["og", 0.94, mapRead(metaText("og:url"), (text, { page }) => webUrl(text, page))],
  ["json-ld", 0.93, fromArticle],
  [
    "meta",
    0.96,
    mapRead(metaText("twitter:url", "parsely-link", "citation_public_url"), (text, { page }) =>
      webUrl(text, page),
    ),
  ],
];

function fromArticle({ page }: Evidence): string | undefined {
  const { article } = page.mainThings;
  for (const stated of article === undefined ? [] : statedUrls(article)) {
    const url = /^https?:/i.test(stated) ? webUrl(stated, page) : undefined;
    if (url !== undefined && !url.includes("#")) return url;
  }
  return undefined;
}
