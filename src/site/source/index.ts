export { addressKey, isOtherFile, siteLinks, siteOf, statedAddress } from "./addresses.ts";
export { type FolderOptions, type FolderSource, openFolder } from "./open-folder.ts";
export { openSite, type SiteOptions } from "./open-site.ts";
export {
  type OpenedSource,
  type PageSource,
  type SitePage,
  type SiteWarning,
  warningsOf,
} from "./page-source.ts";
export { type PageFacts, readSitePage } from "./read-page.ts";
