import { attribute } from "../html/index.ts";
import { hasToken, IMAGE_LEAF, KEEP_SCORE, type Page } from "../page/index.ts";
import { namesFurniture } from "../url/index.ts";
import type { Evidence, Rule } from "./rule.ts";
import { firstUrl, metaTexts, webUrl } from "./stated.ts";

/** The picture that the publisher shows with the article. Most trusted first. */
export const IMAGE_RULES: readonly Rule<string>[] = [
  ["og", 0.9, fromMeta("og:image:secure_url", "og:image", "og:image:url")],
  ["json-ld", 0.9, ({ page }) => ownPicture(firstUrl(page.mainThings.article, "image", page))],
  ["twitter", 0.9, fromMeta("twitter:image", "twitter:image:src")],
  ["microdata", 0.8, ({ page }) => ownPicture(firstUrl(page.mainThings.item, "image", page))],
  ["image-src", 0.8, imageSource],
  ["meta", 0.7, fromMeta("thumbnail", "parsely-image-url", "sailthru.image.full", "image")],
  ["shown", 0.6, firstShown],
];

/** The first picture of the article itself. */
function firstShown({ page, extraction: { scores } }: Evidence): string | undefined {
  const { document, leaves } = page;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    if (scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== IMAGE_LEAF) continue;
    const node = leaves.node[leaf]!;
    for (const name of ["data-src", "src"]) {
      const url = webUrl(attribute(document, node, name) ?? "", page);
      if (url !== undefined) return url;
    }
  }
  return undefined;
}

function fromMeta(...names: readonly string[]): Rule<string>[2] {
  return ({ page }) => {
    for (const text of metaTexts(page, names)) {
      const url = ownPicture(webUrl(text, page));
      if (url !== undefined) return url;
    }
    return undefined;
  };
}

/** A stated address, unless its name says that it is the site's logo or another stand-in for a picture. */
function ownPicture(url: string | undefined): string | undefined {
  return url !== undefined && namesFurniture(url) ? undefined : url;
}

function imageSource({ page }: { readonly page: Page }): string | undefined {
  for (const node of page.landmarks.relations) {
    if (!hasToken(attribute(page.document, node, "rel"), "image_src")) continue;
    const url = ownPicture(webUrl(attribute(page.document, node, "href") ?? "", page));
    if (url !== undefined) return url;
  }
  return undefined;
}
