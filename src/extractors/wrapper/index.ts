export { bodyRow, bodyRule, findBodyCandidates } from "./body.ts";
export { type Manner, MeasuredPage } from "./measured-page.ts";
export { BodyBlocks, NOISE_FEATURE_NAMES } from "./noise.ts";
export {
  FEATURE_CHOICES,
  type FeatureChoice,
  PARAGRAPH_CHOICES,
  type ParagraphChoice,
  SCREEN_CHOICES,
  type ScreenChoice,
  WRAPPER_DEFAULTS,
  type WrapperSettings,
} from "./settings.ts";
export { findCategoryNames, findTitleCandidates, titleRow, titleRule } from "./title.ts";
export { PAGE_FEATURES, pageRow } from "./verdict.ts";
export { layoutFor, makeWrapper, wrapPage } from "./wrapper.ts";
export {
  type Judges,
  packWrapperModel,
  readWrapperModel,
  shippedWrapper,
  type WrapperModel,
} from "./wrapper-model.ts";
