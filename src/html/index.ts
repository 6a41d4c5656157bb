export {
  attribute,
  childNodes,
  closest,
  contains,
  type Document,
  NODE_FLAG,
  NODE_KIND,
  rawText,
  tagName,
} from "./document.ts";
export { parseHtml } from "./parse.ts";
export { nodeAt, nodePath } from "./path.ts";
export { BLOCK_TAGS, DATA_TAGS, HEADING_TAGS, MEDIA_TAGS, TAG, type TagName, tagTable } from "./tags.ts";
