export type { TrainingMatrix } from "./boosting/matrix.ts";
export { BOOSTING_DEFAULTS, type BoostingOptions, type BoostingProgress } from "./boosting/options.ts";
export { type TrainedTrees, trainTrees } from "./boosting/train-trees.ts";
export { type DropReason, type Drops, describeDrops, sumDrops } from "./drops.ts";
export { type FusedCardFacts, makeFusedCard } from "./fused/fused-card.ts";
export type { TreeChange } from "./fused/grow-forest.ts";
export {
  FUSED_DEFAULTS,
  type TrainedFused,
  type TrainFusedOptions,
  trainFused,
} from "./fused/train-fused.ts";
export { DEFAULT_LIMITS, type LabelLimits } from "./label/apply-rule.ts";
export { labelPages } from "./label/label-pages.ts";
export { type LabelRule, parseRule } from "./label/rule.ts";
export { type LabelReport, writeSet } from "./label/write-set.ts";
export { alignTruth } from "./mss/align-truth.ts";
export { type CardFacts, makeCard } from "./mss/card.ts";
export { type ExtractionScore, labelExtractions, scoreExtraction } from "./mss/extractions.ts";
export { LEARN_DEFAULTS, LEARN_PAPER, type LearnOptions, type RoundReport } from "./mss/learn-options.ts";
export { type LearnRequest, learnMss, learnSiteModel, SiteLearner } from "./mss/learn-site.ts";
export {
  DEFAULT_PRUNING,
  type Example,
  MssCounter,
  type PruneOptions,
  type Source,
} from "./mss/mss-counter.ts";
export { TRAIN_DEFAULTS, type TrainedMss, type TrainMssOptions, trainMss } from "./mss/train-mss.ts";
export { readPage } from "./read-page.ts";
export { pageTypeOf } from "./verdict/verdict-lesson.ts";
export { TRAIN_WRAPPER_DEFAULTS, type TrainedWrapper, trainWrapper } from "./wrapper/train-wrapper.ts";
export { makeWrapperCard, type WrapperCardFacts } from "./wrapper/wrapper-card.ts";
