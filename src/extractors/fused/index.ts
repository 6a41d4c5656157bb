export type { AttentionModel } from "./attention.ts";
export { CONTEXT_FEATURES, type ContextRows, contextRows } from "./context.ts";
export { type AnswerParts, answerPage, makeFused } from "./fused.ts";
export { type FusedModel, packFusedModel } from "./fused-model.ts";
export { ANCESTOR_FACTORS, Lexicon, type TokenWeight } from "./lexicon.ts";
export { FUSED_FEATURES, fusedRows, OTHER_NAME_FEATURES, type RowParts } from "./rows.ts";
export { VERDICT_TYPES, type VerdictModel, verdictRow } from "./verdict/verdict.ts";
export { VERDICT_FEATURE_NAMES } from "./verdict/verdict-features.data.ts";
