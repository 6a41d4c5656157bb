export { asksForParts, dateInDigits } from "./add-parts.ts";
export { linkAddress, pictureAddress, webAddress } from "./address.ts";
export { type AssembleOptions, assemble } from "./assemble.ts";
export { assembleText } from "./assemble-text.ts";
export { cleanLabel } from "./clean-text.ts";
export { type Block, type Cell, type Inline, innerBlocks, type MarkName, type Picture } from "./content.ts";
export { escapeText, escapeValue } from "./escape.ts";
export { blocksHtml } from "./html.ts";
export { DEFAULT_INCLUSION, type Inclusion } from "./inclusion.ts";
export { LineWriter, type OpenMark } from "./line-writer.ts";
export { readMedia } from "./media.ts";
export { type PageWarner, pageWarnings } from "./page-warnings.ts";
export {
  imageOf,
  PICTURE_RULES,
  type PictureReader,
  type PictureRule,
  pictureSource,
} from "./pictures/index.ts";
export { blocksOf, readContent } from "./read-content.ts";
export { findRoleRanges, type RoleRange } from "./role-ranges.ts";
export { blocksText, lineText } from "./text.ts";
