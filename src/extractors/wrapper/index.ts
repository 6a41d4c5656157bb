export { bodyRow, bodyRule, findBodyCandidates } from "./body.ts";
export { BodyBlocks, NOISE_FEATURE_NAMES } from "./body-blocks.ts";
export { layoutFor } from "./layout-for.ts";
export { type Manner, PageReading } from "./page-reading.ts";
export { PAGE_FEATURES, pageRow } from "./page-row.ts";
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
export { shippedWrapper } from "./shipped.ts";
export { findCategoryNames, findTitleCandidates, titleRow, titleRule } from "./title.ts";
export { makeWrapper, wrapPage } from "./wrapper.ts";
export { type Judges, packWrapperModel, readWrapperModel, type WrapperModel } from "./wrapper-model.ts";
