import {
  asLabel,
  breadcrumbNames,
  firstText,
  headlineKey,
  isThing,
  metaTexts,
  plainText,
  SECTION_METAS,
  shownText,
  type Thing,
  textOf,
  valuesOf,
} from "../page/index.ts";
import type { Evidence } from "./evidence.ts";
import { articleText, mapRules, metaText, microdataText, type Read, type Rule } from "./rule.ts";

/** The part of the site that the article appeared in. Most trusted first. */
export const SECTION_RULES: readonly Rule<string>[] = mapRules(
  [
    ["og", 0.8, metaText(...SECTION_METAS.og)],
    ["json-ld", 0.8, articleText("articleSection")],
    ["microdata", 0.7, microdataText("articleSection")],
    ["parsely", 0.7, metaText(...SECTION_METAS.parsely)],
    ["meta", 0.6, metaText(...SECTION_METAS.meta)],
    ["breadcrumb", 0.5, fromBreadcrumb],
  ],
  asLabel,
);

/** The step between the home page and the article. */
function fromBreadcrumb({ page }: Evidence): string | undefined {
  const names = breadcrumbNames(page);
  return names.length < 3 ? undefined : names[1];
}

const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 80;
const BETWEEN_TAGS = /\s*[,;|、，]\s*/;

/** The keywords of the article. Most trusted first. */
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
  [
    "rel-tag",
    0.8,
    ({ page }) =>
      asTags(page.landmarks.tags.slice(0, MAX_TAGS).map((node) => shownText(page.document, node))),
  ],
  ["keywords", 0.6, fromMeta("keywords", "dc.subject", "dcterms.subject", "citation_keywords")],
];

function fromMeta(...names: readonly string[]): Read<readonly string[]> {
  return ({ page }) => asTags(metaTexts(page, names));
}

function keywords(thing: Thing | undefined): readonly string[] {
  return valuesOf(thing, "keywords").flatMap((value) => {
    const text = isThing(value) ? (firstText(value, "name") ?? textOf(value)) : textOf(value);
    return text ?? [];
  });
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
