export { BlockNetwork, INPUT_ROWS, INPUT_STEPS } from "./block-network.ts";
export {
  badModel,
  checkFeatures,
  isNumber,
  isRecord,
  type ModelFile,
  modelHead,
  readHeadOf,
  readModelHead,
  type TableFile,
  TableReader,
  TableWriter,
  type Training,
  type TrainingSet,
} from "./model-file.ts";
export { plainKernels, WINDOW as NETWORK_WINDOW } from "./network-kernels.ts";
export {
  type NetworkWeights,
  readBytes,
  readFloats,
  readNetwork,
  restoreNetwork,
  storeNetwork,
} from "./network-weights.ts";
export {
  CountTable,
  type FeatureCount,
  fromBase64,
  readVarints,
  toBase64,
  VarintWriter,
} from "./packed-numbers.ts";
export {
  type CalibratedTrees,
  chanceOf,
  fromUnits,
  mixTrees,
  type PackedTrees,
  packNodes,
  packTrees,
  type RowScorer,
  rankContributions,
  readTrees,
  restoreTrees,
  scaleTrees,
  storeTrees,
  TreeEnsemble,
  toProbability,
  toUnits,
} from "./trees.ts";
