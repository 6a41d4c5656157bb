export type { GroupTruth, ItemTruth, LeafTruth } from "./build/leaves.ts";
export type { Listing } from "./content/story.ts";
export {
  type Concept,
  HARD_CASES,
  type HardCase,
  LANGUAGES,
  type LanguageCode,
  LOOKS,
  type LookId,
  type PageType,
  ROLES,
  type Role,
} from "./names.ts";
export type { NewsPage, PageTruth } from "./pages/page.ts";
export type { SiteFile } from "./site/files.ts";
export { makePages } from "./site/make-pages.ts";
export { makePress, type PressOrder } from "./site/make-press.ts";
export {
  makeArticlePage,
  makeSite,
  type NewsSite,
  type PageOrder,
  type SiteOrder,
  type SiteTruth,
} from "./site/make-site.ts";
export { type SiteServer, serveSite } from "./site/serve-site.ts";
export {
  FEED_STORIES,
  isRedesigned,
  NewsWeb,
  type WebOrder,
  type WebRequest,
  type WebStory,
} from "./site/serve-web.ts";
export type { TaxonomyNode } from "./site/taxonomy.ts";
export { writeSite } from "./site/write-site.ts";
