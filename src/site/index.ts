export { collectRepeated, outsideShare, repeatedShare } from "../profile/index.ts";
export { type Instance, readArticles, readInstance, type SiteArticle } from "./articles.ts";
export type { Attribute } from "./attributes.ts";
export type { ArticleLink, FollowOptions, Front } from "./fronts.ts";
export { type Item, itemsOf, readItems } from "./items/read-items.ts";
export {
  describeChange,
  isRunFolder,
  keptSiteLabels,
  type LabelsRead,
  type MineOptions,
  type MineProgress,
  mineSite,
  placeArticles,
  RunFolder,
  readSiteLabels,
} from "./mine-site.ts";
export { type MinedArticle, type MinedSite, type SectionPage, siteToXml } from "./mined-site.ts";
export { type FlatOptions, type FlatSegment, flatSegments } from "./partition/flat-segments.ts";
export { type PartitionOptions, partitionPage } from "./partition/partition-page.ts";
export {
  partitionToHtml,
  partitionToJson,
  partitionToTree,
  partitionToXml,
  type SemanticKind,
  type SemanticLabel,
  type SemanticNode,
} from "./partition/semantic-tree.ts";
export { type FolderOptions, type FolderSource, openFolder } from "./source/open-folder.ts";
export { openSite, type SiteOptions } from "./source/open-site.ts";
export {
  type OpenedSource,
  type PageSource,
  readSitePage,
  type SitePage,
  type SiteWarning,
} from "./source/page-source.ts";
export { mineTaxonomy } from "./taxonomy/mine-taxonomy.ts";
export type { SiteLabels } from "./taxonomy/page-labels.ts";
export {
  type Taxonomy,
  taxonomyToHtml,
  taxonomyToJson,
  taxonomyToTree,
  taxonomyToTurtle,
} from "./taxonomy/taxonomy.ts";
export { learnTed, TED_DEFAULTS, type TedOptions } from "./ted/learn-ted.ts";
export { mineProfile, needsMining, type ProfileDrift, type ProfileHead } from "./template/mine-profile.ts";
export { SITE_WARNINGS, type SiteWarningCode } from "./warnings.data.ts";
