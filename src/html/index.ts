export type { AttributeTable, TextRange } from "./attribute-table.ts";
export type { ProseSample } from "./byte-sample.ts";
export { DEFAULT_MAX_BYTES } from "./check-input.ts";
export type { CodeTexts } from "./code-texts.ts";
export { decodeHtml } from "./decode.ts";
export type {
  CharsetDecoder,
  CharsetDetector,
  DecodedHtml,
  DecodeOptions,
  DetectedCharset,
  EncodingSource,
} from "./decoding.ts";
export {
  attribute,
  childNodes,
  closest,
  contains,
  type Document,
  hasAttribute,
  NODE_FLAG,
  NODE_KIND,
  rawText,
  tagName,
} from "./document.ts";
export { ATTRIBUTE } from "./known-names.ts";
export { parseHtml, writeNoscript } from "./parse.ts";
export { nodeAt, nodePath, nodePaths } from "./path.ts";
export { type ReadOptions, type ReadPage, readHtml } from "./read-html.ts";
export { TAGS } from "./tags.data.ts";
export {
  BLOCK_TAGS,
  DATA_TAGS,
  HEADING_TAGS,
  MEDIA_TAGS,
  TAG,
  type TagName,
  tagId,
  tagTable,
} from "./tags.ts";
export { type MarkupAttribute, TreeWriter } from "./tree-writer.ts";
