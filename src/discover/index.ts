export { isAggregator, refreshTarget, splitPublishers } from "./aggregator.ts";
export type { Announced } from "./announced.ts";
export {
  type FoundList,
  findLists,
  type KnownVersion,
  type ListFetcher,
  type ListRead,
  readList,
  START,
} from "./lists.ts";
export { nextPart } from "./numbered-pages.ts";
export { readOpml } from "./read-feed.ts";
export { findSearchForm, type SiteSearch, SiteSearcher } from "./search-site.ts";
