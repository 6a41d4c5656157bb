export { collectRepeated, outsideShare, repeatedShare } from "../profile/index.ts";
export { type Attribute, type Instance, readArticles, readInstance, type SiteArticle } from "./articles.ts";
export type { ArticleLink, FollowOptions, Front } from "./fronts.ts";
export { type Item, itemsOf, readItems } from "./items/read-items.ts";
export {
  type LabelsRead,
  type MineOptions,
  type MineProgress,
  mineSite,
  placeArticles,
  readSiteLabels,
} from "./mine-site.ts";
export { type MinedArticle, type MinedSite, type SectionPage, siteToXml } from "./mined-site.ts";
export {
  type FlatOptions,
  type FlatSegment,
  flatSegments,
  type PartitionOptions,
  partitionPage,
  partitionToHtml,
  partitionToJson,
  partitionToTree,
  partitionToXml,
  type SemanticKind,
  type SemanticLabel,
  type SemanticNode,
} from "./partition/index.ts";
export { describeChange, isRunFolder, keptSiteLabels, RunFolder } from "./run-folder.ts";
export {
  type FolderOptions,
  type FolderSource,
  type OpenedSource,
  openFolder,
  openSite,
  type PageSource,
  readSitePage,
  type SiteOptions,
  type SitePage,
  type SiteWarning,
} from "./source/index.ts";
export {
  mineTaxonomy,
  type SiteLabels,
  type Taxonomy,
  taxonomyToHtml,
  taxonomyToJson,
  taxonomyToTree,
  taxonomyToTurtle,
} from "./taxonomy/index.ts";
export { learnTed, TED_DEFAULTS, type TedOptions } from "./ted/learn-ted.ts";
export {
  alignPages,
  mineProfile,
  needsMining,
  type ProfileDrift,
  type ProfileHead,
} from "./template/index.ts";
export { SITE_WARNINGS, type SiteWarningCode } from "./warnings.data.ts";
