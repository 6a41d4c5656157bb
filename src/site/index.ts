export type { ArticleLink, FollowOptions, Front } from "./fronts/index.ts";
export { type Item, itemsOf, readItems } from "./items/index.ts";
export { type MineOptions, type MineProgress, mineSite } from "./mine-site.ts";
export type { MinedArticle, MinedSite, SectionPage } from "./mined-site.ts";
export type { PageSource, SitePage } from "./page-source.ts";
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
export { readArticles, type SiteArticle } from "./read-articles.ts";
export { collectRepeated } from "./repeated/index.ts";
export { describeChange, isRunFolder, RunFolder } from "./run/index.ts";
export { keptSiteLabels, type LabelsRead, readSiteLabels } from "./site-labels.ts";
export {
  type FolderOptions,
  type FolderSource,
  type OpenedSource,
  openFolder,
  openSite,
  type SiteOptions,
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
export { learnTed, TED_DEFAULTS, type TedOptions } from "./ted/index.ts";
export {
  type Attribute,
  alignPages,
  type Instance,
  mineProfile,
  needsMining,
  type ProfileDrift,
  type ProfileHead,
  readInstance,
} from "./template/index.ts";
export { SITE_WARNINGS, type SiteWarningCode } from "./warnings.data.ts";
export { siteToXml } from "./write-site-xml.ts";
