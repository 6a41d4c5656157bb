import type { PageType } from "../article/index.ts";
import { typesOf } from "../page/index.ts";
import type { Evidence } from "./evidence.ts";
import { firstAnswer, mapRead, metaText, type Rule } from "./rule.ts";

/** The page type of a schema.org type in lower case. Types that occur on pages of every kind are left out. */
const TYPE_OF_SCHEMA: ReadonlyMap<string, PageType> = new Map([
  ["discussionforumposting", "forum"],
  ["qapage", "forum"],
  ["product", "product"],
  ["productgroup", "product"],
  ["collectionpage", "collection"],
  ["searchresultspage", "listing"],
]);

/** The page type of OpenGraph's `og:type`. */
const TYPE_OF_OPEN_GRAPH: ReadonlyMap<string, PageType> = new Map([
  ["article", "article"],
  ["news", "article"],
  ["newsarticle", "article"],
  ["blog", "article"],
  ["product", "product"],
  ["og:product", "product"],
]);

/** The kind of page: the extractor's verdict, which weighs the markup too, else what the markup says. Most trusted first. */
export const PAGE_TYPE_RULES: readonly Rule<PageType>[] = [
  ["verdict", 0.9, ({ extraction }) => extraction.verdict?.pageType],
  ["json-ld", 0.96, ({ page }) => (page.mainThings.article === undefined ? undefined : "article")],
  ["json-ld-other", 0.85, fromThings],
  ["og", 0.81, mapRead(metaText("og:type"), (type) => TYPE_OF_OPEN_GRAPH.get(type.toLowerCase()))],
  ["microdata", 0.91, ({ page }) => (page.mainThings.item === undefined ? undefined : "article")],
];

function fromThings({ page }: Evidence): PageType | undefined {
  return firstAnswer(page.jsonLd.things, (thing) =>
    firstAnswer(typesOf(thing), (type) => TYPE_OF_SCHEMA.get(type.toLowerCase())),
  );
}
