import { attribute } from "../html/index.ts";
import {
  firstText,
  hasToken,
  IMAGE_LEAF,
  isThing,
  KEEP_SCORE,
  plainText,
  statedUrls,
  type Thing,
  valuesOf,
} from "../page/index.ts";
import { namesFurniture, resolveUrl } from "../url/index.ts";
import type { Evidence } from "./evidence.ts";
import { firstAnswer, mapRead, metaText, metaTexts, type Read, type Rule } from "./rule.ts";

/** The address that the publisher gives the article. Most trusted first. */
export const CANONICAL_URL_RULES: readonly Rule<string>[] = [
  ["rel-canonical", 0.94, ({ page }) => page.canonicalUrl],
  ["og", 0.94, mapRead(metaText("og:url"), webUrl)],
  ["json-ld", 0.93, fromArticle],
  ["meta", 0.96, mapRead(metaText("twitter:url", "parsely-link", "citation_public_url"), webUrl)],
];

function fromArticle(evidence: Evidence): string | undefined {
  const { article } = evidence.page.mainThings;
  return firstAnswer(article === undefined ? [] : statedUrls(article), (stated) => {
    const url = /^https?:/i.test(stated) ? webUrl(stated, evidence) : undefined;
    return url?.includes("#") ? undefined : url;
  });
}

/** The picture that the publisher shows with the article. Most trusted first. */
export const IMAGE_RULES: readonly Rule<string>[] = [
  ["og", 0.9, imageMeta("og:image:secure_url", "og:image", "og:image:url")],
  ["json-ld", 0.9, (evidence) => imageOf(evidence.page.mainThings.article, evidence)],
  ["twitter", 0.9, imageMeta("twitter:image", "twitter:image:src")],
  ["microdata", 0.8, (evidence) => imageOf(evidence.page.mainThings.item, evidence)],
  ["image-src", 0.8, imageLink],
  ["meta", 0.7, imageMeta("thumbnail", "parsely-image-url", "sailthru.image.full", "image")],
  ["shown", 0.6, firstShown],
];

function imageMeta(...names: readonly string[]): Read<string> {
  return (evidence) =>
    firstAnswer(metaTexts(evidence.page, names), (text) => pictureUrl(webUrl(text, evidence)));
}

/** The first address of the property `image`, a string or an object with one. */
function imageOf(thing: Thing | undefined, evidence: Evidence): string | undefined {
  const first = firstAnswer(valuesOf(thing, "image"), (value) => {
    const stated = isThing(value)
      ? (firstText(value, "url") ?? firstText(value, "contentUrl") ?? firstText(value, "@id"))
      : value;
    return typeof stated === "string" ? webUrl(plainText(stated), evidence) : undefined;
  });
  return pictureUrl(first);
}

function imageLink(evidence: Evidence): string | undefined {
  const { document, landmarks } = evidence.page;
  const links = landmarks.relations.filter((node) => hasToken(attribute(document, node, "rel"), "image_src"));
  return firstAnswer(links, (node) => pictureUrl(webUrl(attribute(document, node, "href") ?? "", evidence)));
}

/** The first picture of the article itself. */
function firstShown(evidence: Evidence): string | undefined {
  const { page, extraction } = evidence;
  const { document, leaves } = page;
  for (let leaf = 0; leaf < extraction.scores.length; leaf++) {
    if (extraction.scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== IMAGE_LEAF) continue;
    const sources = ["data-src", "src"].map((name) => attribute(document, leaves.node[leaf]!, name) ?? "");
    const url = firstAnswer(sources, (source) => webUrl(source, evidence));
    if (url !== undefined) return url;
  }
  return undefined;
}

/** A stated address, unless its name says that it is the site's logo or a placeholder. */
function pictureUrl(url: string | undefined): string | undefined {
  return url !== undefined && namesFurniture(url) ? undefined : url;
}

/** An address as an absolute http or https one. */
function webUrl(stated: string, { page }: Evidence): string | undefined {
  const url = stated === "" ? undefined : resolveUrl(stated, page.baseUrl);
  return url?.startsWith("http") ? url : undefined;
}
