export { type AnswerParts, answerPage } from "./answer.ts";
export { type FusedModel, packFusedModel, readFusedModel } from "./fused-model.ts";
export { OTHER_NAME_FEATURES } from "./names.ts";
export { FUSED_FEATURES, fusedRows, type RowParts } from "./rows.ts";
export { makeFused, shippedBaseLearners, shippedFused } from "./shipped.ts";
export {
  VERDICT_FEATURE_NAMES,
  VERDICT_TYPES,
  type VerdictModel,
  verdictRow,
} from "./verdict/index.ts";
