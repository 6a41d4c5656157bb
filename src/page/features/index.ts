export {
  BLOCK_FEATURES,
  type BlockFeature,
  FEATURE_FAMILIES,
  type FeatureFamily,
} from "./block-features.data.ts";
export { type BlockFeatures, computeBlockFeatures } from "./block-features.ts";
export { ClassTokens } from "./class-tokens.ts";
export type { RowBatch } from "./feature-context.ts";
export { FEATURE_UNITS } from "./text-scan.ts";
