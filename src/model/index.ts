export { fromBase64, toBase64 } from "./base64.ts";
export { CountTable, type FeatureCount } from "./count-table.ts";
export {
  badModel,
  checkFeatures,
  isRecord,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  type TrainingSet,
} from "./model-file.ts";
