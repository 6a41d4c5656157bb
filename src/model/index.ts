export { CountTable, type FeatureCount } from "./count-table.ts";
export {
  badModel,
  checkFeatures,
  isNumber,
  isRecord,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  type TrainingSet,
} from "./model-file.ts";
export { fromBase64, readVarints, toBase64, VarintWriter } from "./packed-numbers.ts";
export { type TableFile, TableReader, TableWriter } from "./table-file.ts";
export {
  type CalibratedTrees,
  chanceOf,
  fromUnits,
  mixTrees,
  type PackedTrees,
  packNodes,
  packTrees,
  rankContributions,
  readTrees,
  restoreTrees,
  storeTrees,
  TreeEnsemble,
  toProbability,
  toUnits,
  type Weighing,
} from "./trees.ts";
