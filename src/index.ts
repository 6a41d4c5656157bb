import type {
  ExtractOptions as CoreExtractOptions,
  ExtractTextOptions as CoreExtractTextOptions,
} from "./extract.ts";
import type { ExtractorId } from "./extractors/index.ts";

export {
  ARTICLE_SCHEMA,
  type Article,
  type ExplainedLeaf,
  type Explanation,
  type FieldSource,
  LEAF_ROLES,
  type LeafRole,
  type Media,
  PAGE_TYPES,
  type PageType,
  WARNINGS,
  type Warning,
  type WarningCode,
} from "./article/index.ts";
export { DEFAULT_INCLUSION, type Inclusion } from "./assemble/index.ts";
export { extract, extractText } from "./default-extract.ts";
export { FAILURES, type FailureCode, NewsError } from "./errors/index.ts";
export type { ExtractedText } from "./extract.ts";

/** The options of `extract`. */
export type ExtractOptions = CoreExtractOptions<ExtractorId>;

/** The options of `extractText`. */
export type ExtractTextOptions = CoreExtractTextOptions<ExtractorId>;

export {
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type Extractor,
  type ExtractorId,
  extractorFromModel,
  isExtractorId,
} from "./extractors/index.ts";
export { type Document, parseHtml } from "./html/index.ts";
export {
  type CapturedArticle,
  FORMATS,
  type Format,
  isFormat,
  type MarkdownOptions,
  render,
  type StyledOptions,
  toHtml,
  toHtmlDocument,
  toJson,
  toMarkdown,
  toStyled,
  toText,
  toXml,
} from "./output/index.ts";
export {
  type Announcement,
  type Extraction,
  type Hints,
  KEEP_SCORE,
  type LeafRoles,
  Page,
  REASONS,
  type Reason,
  reasonCode,
  type SiteProfile,
  type Verdict,
} from "./page/index.ts";
export { readSiteProfile } from "./profile/index.ts";
export {
  isProbablyReaderable,
  type ParsedArticle,
  type ParseOptions,
  parse,
  type ReaderableOptions,
} from "./readability.ts";
export { canonicaliseUrl, registrableDomain, urlShape } from "./url/index.ts";
