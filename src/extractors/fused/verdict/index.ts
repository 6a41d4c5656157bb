export { BlockTally } from "./block-tally.ts";
export { judgePage } from "./judge-page.ts";
export {
  type PackedVerdict,
  packVerdictModel,
  readVerdictModel,
  restoreVerdict,
  storeVerdict,
  VERDICT_FEATURE_NAMES,
  VERDICT_TYPES,
  type VerdictModel,
} from "./verdict-model.ts";
export { verdictRow } from "./verdict-row.ts";
