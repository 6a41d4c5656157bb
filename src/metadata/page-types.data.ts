import type { PageType } from "../article/index.ts";

/** The page type that a schema.org type (lower case) speaks for. Types that stand on pages of every kind are left out. */
export const PAGE_TYPE_OF_SCHEMA: ReadonlyMap<string, PageType> = new Map([
  ["discussionforumposting", "forum"],
  ["qapage", "forum"],
  ["product", "product"],
  ["productgroup", "product"],
  ["collectionpage", "collection"],
  ["searchresultspage", "listing"],
]);

/** The page type that OpenGraph's `og:type` speaks for. */
export const PAGE_TYPE_OF_OPEN_GRAPH: ReadonlyMap<string, PageType> = new Map([
  ["article", "article"],
  ["news", "article"],
  ["newsarticle", "article"],
  ["blog", "article"],
  ["product", "product"],
  ["og:product", "product"],
]);
