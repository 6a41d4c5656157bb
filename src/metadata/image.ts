import { attribute } from "../html/index.ts";
import { hasToken, type Page } from "../page/index.ts";
import type { Rule } from "./rule.ts";
import { firstUrl, metaTexts, webUrl } from "./stated.ts";

/** The picture that the publisher shows with the article. Most trusted first. */
export const IMAGE_RULES: readonly Rule<string>[] = [
  ["og", 0.9, fromMeta("og:image:secure_url", "og:image", "og:image:url")],
  ["json-ld", 0.9, ({ page }) => firstUrl(page.mainThings.article, "image", page)],
  ["twitter", 0.9, fromMeta("twitter:image", "twitter:image:src")],
  ["microdata", 0.8, ({ page }) => firstUrl(page.mainThings.item, "image", page)],
  ["image-src", 0.8, imageSource],
  ["meta", 0.7, fromMeta("thumbnail", "parsely-image-url", "sailthru.image.full", "image")],
];

function fromMeta(...names: readonly string[]): Rule<string>[2] {
  return ({ page }) => {
    for (const text of metaTexts(page, names)) {
      const url = webUrl(text, page);
      if (url !== undefined) return url;
    }
    return undefined;
  };
}

function imageSource({ page }: { readonly page: Page }): string | undefined {
  for (const node of page.landmarks.relations) {
    if (!hasToken(attribute(page.document, node, "rel"), "image_src")) continue;
    const url = webUrl(attribute(page.document, node, "href") ?? "", page);
    if (url !== undefined) return url;
  }
  return undefined;
}
