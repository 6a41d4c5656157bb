export type {
  CapturedArticle,
  ElementLook,
  FontFace,
  KeyFrame,
  Keyframes,
  LoadedFile,
  Look,
} from "./captured-article.ts";
export { elementsToCapture, findKeptParts } from "./kept-parts.ts";
export {
  PSEUDO_ELEMENTS,
  type PseudoElement,
  STYLE_PROPERTIES,
  type StyleProperty,
} from "./styled.data.ts";
export { type StyledOptions, toStyled } from "./styled.ts";
