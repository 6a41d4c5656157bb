import {
  firstText,
  firstThing,
  headlineKey,
  isOfType,
  isThing,
  type Page,
  plainText,
  shownText,
  type Thing,
  textOf,
  valuesOf,
} from "../page/index.ts";
import { addressParts } from "../url/index.ts";
import { type Evidence, oncePerPage } from "./evidence.ts";
import { articleText, mapRules, metaText, metaTexts, microdataText, type Read, type Rule } from "./rule.ts";

const METAS = {
  og: ["article:section", "og:article:section", "og:section"],
  parsely: ["parsely-section", "sailthru.section", "dc.subject.section"],
  meta: ["section", "category", "cxenseparse:category", "page.section"],
} as const;

const BREADCRUMB: ReadonlySet<string> = new Set(["breadcrumblist"]);

/** The part of the site that the article appeared in. Most trusted first. */
export const SECTION_RULES: readonly Rule<string>[] = mapRules(
  [
    ["og", 0.8, metaText(...METAS.og)],
    ["json-ld", 0.8, articleText("articleSection")],
    ["microdata", 0.7, microdataText("articleSection")],
    ["parsely", 0.7, metaText(...METAS.parsely)],
    ["meta", 0.6, metaText(...METAS.meta)],
    ["breadcrumb", 0.5, fromBreadcrumb],
  ],
  asLabel,
);

/** A label is short; longer texts and addresses are something else. */
const MAX_LABEL = 60;

function asLabel(text: string): string | undefined {
  return text.length > MAX_LABEL || /^https?:/i.test(text) ? undefined : text;
}

/** The step between the home page and the article. */
function fromBreadcrumb({ page }: Evidence): string | undefined {
  const names = breadcrumbNames(page);
  return names.length < 3 ? undefined : names[1];
}

function breadcrumbNames(page: Page): readonly (string | undefined)[] {
  const list = page.jsonLd.things.find((thing) => isOfType(thing, BREADCRUMB));
  const steps = valuesOf(list, "itemListElement").filter(isThing);
  return steps.map(
    (step) => firstText(step, "name") ?? firstText(firstThing(step, "item"), "name") ?? textOf(step),
  );
}

/** No real page has more; a hostile one may. */
const MAX_NAMES = 30;

/** The keys of the names that the page gives its sections: in metas, its data, the breadcrumb and the folders of its address. */
export const sectionKeys: (evidence: Evidence) => ReadonlySet<string> = oncePerPage(({ page }) => {
  const { article, item } = page.mainThings;
  const stated = [
    ...metaTexts(page, [...METAS.og, ...METAS.parsely, ...METAS.meta, "content_category"]),
    ...[article, item].flatMap((thing) => valuesOf(thing, "articleSection")),
    // The last step of a breadcrumb and of an address is the article's own.
    ...breadcrumbNames(page).slice(0, -1),
    ...(addressParts(page.url ?? page.canonicalUrl ?? "")
      ?.pathname.split("/")
      .slice(1, -1) ?? []),
  ];
  const names = stated.filter((name) => typeof name === "string").filter((name) => asLabel(name));
  return new Set(names.slice(0, MAX_NAMES).map(headlineKey).filter(Boolean));
});

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
