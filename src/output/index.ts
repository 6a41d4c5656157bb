export { toHtml, toHtmlDocument, toReadable } from "./html.ts";
export { type MarkdownOptions, toMarkdown } from "./markdown.ts";
export { FORMATS, type Format, isFormat, render, renderFile, toJson, toText } from "./render.ts";
export type { CapturedArticle, ElementLook, FontFace, LoadedFile, Look } from "./styled/captured-article.ts";
export { type AddressRule, cssString, unescapeCss } from "./styled/clean-css.ts";
export { elementsToCapture, findKeptParts } from "./styled/kept-parts.ts";
export {
  PSEUDO_ELEMENTS,
  type PseudoElement,
  STYLE_PROPERTIES,
  type StyleProperty,
} from "./styled/styled.data.ts";
export { type StyledOptions, toStyled } from "./styled/styled.ts";
export { toXml } from "./xml.ts";
