export { type FolderOptions, type FolderSource, openFolder } from "./open-folder.ts";
export { openSite, type SiteOptions } from "./open-site.ts";
export {
  isOtherFile,
  type OpenedSource,
  type PageFacts,
  type PageSource,
  readSitePage,
  type SitePage,
  type SiteWarning,
  siteLinks,
  siteOf,
  statedAddress,
  warningsOf,
} from "./page-source.ts";
