export { toHtml, toHtmlDocument } from "./html.ts";
export { type MarkdownOptions, toMarkdown } from "./markdown.ts";
export { FORMATS, type Format, isFormat, render, renderFile, toJson, toText } from "./render.ts";
export {
  type CapturedArticle,
  type ElementLook,
  elementsToCapture,
  type FontFace,
  findKeptParts,
  type LoadedFile,
  type Look,
  PSEUDO_ELEMENTS,
  type PseudoElement,
  STYLE_PROPERTIES,
  type StyledOptions,
  type StyleProperty,
  toStyled,
} from "./styled/index.ts";
export { toXml } from "./xml.ts";
