export { augmentPage } from "./augment-page.ts";
export type { TrainingMatrix } from "./boosting/matrix.ts";
export { BOOSTING_DEFAULTS, type BoostingOptions } from "./boosting/options.ts";
export { trainTrees } from "./boosting/train-trees.ts";
export { labelPage } from "./fused/examples.ts";
export type { TreeChange } from "./fused/grow-forest.ts";
export { FUSED_DEFAULTS, type TrainedFused, trainFused } from "./fused/train-fused.ts";
export { pageTypeOf } from "./fused/train-verdict.ts";
export { type LabelReport, labelPages, writeSet } from "./label/label-pages.ts";
export { DEFAULT_LIMITS, parseRule } from "./label/rule.ts";
export { learnTemplate, packTemplateModel } from "./label-template.ts";
export { describeSkips, sumSkips } from "./labelled-pages.ts";
export {
  type CardFacts,
  dataSection,
  factRows,
  makeFusedCard,
  makeMssCard,
  makeWrapperCard,
} from "./model-cards.ts";
export { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, type RoundReport } from "./mss/learn-options.ts";
export { type LearnRequest, learnMss, learnSiteModel, SiteLearner } from "./mss/learn-site.ts";
export { DEFAULT_PRUNING, MssCounter } from "./mss/mss-counter.ts";
export {
  alignTruth,
  TRAIN_DEFAULTS,
  type TrainedMss,
  type TrainMssOptions,
  trainMss,
} from "./mss/train-mss.ts";
export { TRAIN_WRAPPER_DEFAULTS, type TrainedWrapper, trainWrapper } from "./wrapper/train-wrapper.ts";
