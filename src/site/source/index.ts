export { addressKey, siteLinks, siteOf } from "./addresses.ts";
export { type FolderOptions, type FolderSource, openFolder } from "./open-folder.ts";
export { type OpenedSource, type SiteWarning, warningsOf } from "./opened-source.ts";
