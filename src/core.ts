export {
  type Article,
  type Contribution,
  type ExplainedLeaf,
  type Explanation,
  type ExtractionNotes,
  type FieldSource,
  LEAF_ROLES,
  type LeafRole,
  type Media,
  type PageType,
  type ProfileFit,
  TITLE_SITUATIONS,
  type TitleNotes,
  WARNINGS,
  type Warning,
  type WarningCode,
} from "./article/index.ts";
export { DEFAULT_INCLUSION, type Inclusion, type PageWarner, type PictureReader } from "./assemble/index.ts";
export { FAILURES, type FailureCode, NewsError } from "./errors/index.ts";
export type { ExtractTextOptions, ExtractTextParts, OpenPage } from "./extract.ts";
export {
  type Extract,
  type ExtractedText,
  type ExtractOptions,
  type ExtractParts,
  type ExtractText,
  makeExtract,
  makeExtractText,
} from "./extract.ts";
export {
  CORE_DEFAULT as DEFAULT_EXTRACTOR,
  CORE_EXTRACTORS,
  type CoreExtractorId,
  ECON_PAPER,
  type EconOptions,
  makeEcon,
} from "./extractors/core-extractors.ts";
export type { Extractor, Need } from "./extractors/index.ts";
export {
  type AttributeTable,
  attribute,
  type CharsetDecoder,
  type CharsetDetector,
  type CodeTexts,
  childNodes,
  type Document,
  NODE_FLAG,
  NODE_KIND,
  nodeAt,
  nodePath,
  parseHtml,
  rawText,
  TAG,
  tagName,
} from "./html/index.ts";
export type { ShownReader } from "./metadata/index.ts";
export {
  FORMATS,
  type Format,
  isFormat,
  type MarkdownOptions,
  render,
  toHtml,
  toJson,
  toMarkdown,
  toText,
  toXml,
} from "./output/index.ts";
export {
  type Announcement,
  type Blocks,
  type Cut,
  type Extraction,
  type Facts,
  type Hints,
  KEEP_SCORE,
  LEAF_KINDS,
  type LeafKind,
  type LeafRoles,
  type Leaves,
  Page,
  REASONS,
  type Reason,
  reasonCode,
  type SiteProfile,
  type StatedBody,
  type Verdict,
} from "./page/index.ts";
export type { RoleReader } from "./roles/index.ts";
export type { DetectedLanguage, LanguageDetector } from "./text/index.ts";
export { canonicaliseUrl, guessSuffix, registrableDomain, type Suffixes } from "./url/index.ts";
