// Everything of the small bundle, which names each export, and what needs data of its own.

export { ARTICLE_SCHEMA, PAGE_TYPES } from "./article/index.ts";
export { pageWarnings, pictureReader } from "./assemble/index.ts";
export * from "./core.ts";
export { extract, extractText } from "./default-extract.ts";
export {
  // Not the one of the small bundle: there is a model here.
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type ExtractorId,
  extractorFromModel,
  isExtractorId,
} from "./extractors/index.ts";
export { decodeCharset } from "./html/decode-charset.ts";
export { detectCharset } from "./html/detect-charset.ts";
export { shownReader } from "./metadata/index.ts";
export {
  type CapturedArticle,
  type ElementLook,
  type FontFace,
  type KeyFrame,
  type Keyframes,
  type LoadedFile,
  type Look,
  type StyledOptions,
  toHtmlDocument,
  toStyled,
} from "./output/index.ts";
export type { SiteProfile } from "./page/index.ts";
export { fitProfile, outsideShare, readSiteProfile, repeatedShare } from "./profile/index.ts";
export {
  isProbablyReaderable,
  type ParsedArticle,
  type ParseOptions,
  parse,
  type ReaderableOptions,
} from "./readability.ts";
export { makeLanguageDetector } from "./text/index.ts";
export { urlShape } from "./url/index.ts";
export { publicSuffixes } from "./url/public-suffixes.ts";
