export { addressKey, siteLinks, siteOf } from "./addresses.ts";
export { CRAWL_LIMITS } from "./crawl-budget.ts";
export { type FolderOptions, type FolderSource, openFolder } from "./open-folder.ts";
export { openSite, type SiteOptions } from "./open-site.ts";
export { type OpenedSource, type SiteWarning, warningsOf } from "./opened-source.ts";
export { emptyStore } from "./page-store.ts";
export { type PageFacts, readPage } from "./read-page.ts";
