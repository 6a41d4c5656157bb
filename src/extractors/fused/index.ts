export { type AnswerParts, answerPage } from "./fused.ts";
export { type FusedModel, packFusedModel, readFusedModel } from "./fused-model.ts";
export { FUSED_FEATURES, fusedRows, OTHER_NAME_FEATURES, type RowParts } from "./rows.ts";
export { makeFused, shippedBaseLearners, shippedFused } from "./shipped.ts";
export { VERDICT_TYPES, type VerdictModel, verdictRow } from "./verdict/verdict.ts";
export { VERDICT_FEATURE_NAMES } from "./verdict/verdict-features.data.ts";
