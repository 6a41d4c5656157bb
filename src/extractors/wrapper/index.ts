export {
  BODY_FEATURES,
  bodyRow,
  bodyRule,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  preferStated,
  TITLE_FEATURES,
  titleRow,
  titleRule,
} from "./candidates.ts";
export {
  FEATURE_CHOICES,
  type FeatureChoice,
  type Manner,
  MeasuredPage,
  PARAGRAPH_CHOICES,
  type ParagraphChoice,
  SCREEN_CHOICES,
  type ScreenChoice,
  TITLE_CHOICES,
  type TitleChoice,
  WRAPPER_DEFAULTS,
  WRAPPER_PAPER,
  type WrapperSettings,
} from "./measured-page.ts";
export { BodyBlocks, NOISE_FEATURE_NAMES } from "./noise.ts";
export { holdRow, SupportVectorMachine } from "./svm.ts";
export { PAGE_FEATURES, pageRow } from "./verdict.ts";
export { judgeBody, layoutFor, makeWrapper, wrapPage } from "./wrapper.ts";
export {
  type Judges,
  packWrapperModel,
  readWrapperModel,
  type WrapperModel,
} from "./wrapper-model.ts";
