export type { AttentionModel } from "./attention.ts";
export { completeText, keepLongText } from "./complete-text.ts";
export { CONTEXT_FEATURES, type ContextRows, contextRows } from "./context.ts";
export { type AnswerParts, answerPage, makeFused } from "./fused.ts";
export { type FusedModel, packFusedModel } from "./fused-model.ts";
export { ANCESTOR_FACTORS, Lexicon, type TokenWeight } from "./lexicon.ts";
export {
  ANSWER_COLUMNS,
  describeAnswer,
  FUSED_FEATURES,
  fusedRows,
  OTHER_NAME_FEATURES,
  type RowParts,
} from "./rows.ts";
export { judgeEmptyPage, keepProse, useStatedBody, warnOfHidden } from "./special-pages.ts";
export { judgeStructures } from "./structures.ts";
export { trimEnds } from "./trim-ends.ts";
export { type BareTally, BLOCK_KIND, LINKED } from "./verdict/block-tally.ts";
export {
  type BareVerdict,
  bareVerdictRow,
  giveBareVerdict,
  type PackedBareVerdict,
  packBareVerdict,
  readBareVerdict,
  VERDICT_TYPES,
  type VerdictModel,
  verdictRow,
} from "./verdict/verdict.ts";
export { BARE_VERDICT_FEATURES, VERDICT_FEATURE_NAMES } from "./verdict/verdict-features.data.ts";
