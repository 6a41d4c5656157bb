import {
  firstText,
  headlineKey,
  isThing,
  type Page,
  plainText,
  shownText,
  type Thing,
  textOf,
  valuesOf,
} from "../page/index.ts";
import type { Rule } from "./rule.ts";
import { metaTexts } from "./stated.ts";

const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 80;
const BETWEEN_TAGS = /\s*[,;|、，]\s*/;

/** What the article is filed under. Most trusted first. */
export const TAGS_RULES: readonly Rule<readonly string[]>[] = [
  ["og", 0.9, fromMeta("article:tag", "og:article:tag")],
  ["json-ld", 0.9, ({ page }) => asTags(keywords(page.mainThings.article))],
  ["news-keywords", 0.9, fromMeta("news_keywords")],
  ["parsely", 0.9, fromMeta("parsely-tags", "sailthru.tags")],
  [
    "microdata",
    0.8,
    ({ page }) => asTags([...keywords(page.mainThings.item), ...keywords(page.microdata.loose)]),
  ],
  ["rel-tag", 0.8, ({ page }) => asTags(relTags(page))],
  ["keywords", 0.6, fromMeta("keywords", "dc.subject", "dcterms.subject", "citation_keywords")],
];

function fromMeta(...names: readonly string[]): Rule<readonly string[]>[2] {
  return ({ page }) => asTags(metaTexts(page, names));
}

function keywords(thing: Thing | undefined): readonly string[] {
  return valuesOf(thing, "keywords").flatMap((value) => {
    const text = isThing(value) ? (firstText(value, "name") ?? textOf(value)) : textOf(value);
    return text ?? [];
  });
}

function relTags(page: Page): readonly string[] {
  return page.landmarks.tags.slice(0, MAX_TAGS).map((node) => shownText(page.document, node));
}

function asTags(stated: readonly string[]): readonly string[] | undefined {
  const found = new Map<string, string>();
  for (const list of stated) {
    for (const tag of list.split(BETWEEN_TAGS)) {
      const text = plainText(tag).replace(/^#/, "");
      const key = headlineKey(text);
      if (key === "" || text.length > MAX_TAG_CHARACTERS || found.has(key)) continue;
      if (found.size < MAX_TAGS) found.set(key, text);
    }
  }
  return found.size > 0 ? [...found.values()] : undefined;
}
