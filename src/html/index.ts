export { decodeHTML as decodeText } from "entities/decode";
export { decodeHtml } from "./decode.ts";
export {
  type AttributeTable,
  attribute,
  type CodeTexts,
  childNodes,
  closest,
  contains,
  type Document,
  hasAttribute,
  NODE_FLAG,
  NODE_KIND,
  nodeAt,
  nodePath,
  nodePaths,
  rawText,
  type TextRange,
  tagName,
} from "./document.ts";
export type { CharsetDecoder, CharsetDetector } from "./encoding.ts";
export { parseHtml, writeNoscript } from "./parse.ts";
export { DEFAULT_MAX_BYTES, readHtml } from "./read-html.ts";
export { TAGS } from "./tags.data.ts";
export {
  ATTRIBUTE,
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
