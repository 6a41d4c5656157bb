export { fromBase64, toBase64 } from "./base64.ts";
export {
  type CalibratedTrees,
  chanceOf,
  type PackedTrees,
  packTrees,
  readTrees,
  restoreTrees,
  storeTrees,
} from "./calibrated-trees.ts";
export { CountTable, type FeatureCount } from "./count-table.ts";
export { ANCESTOR_FACTORS, type EncodedLexicon, Lexicon, type TokenWeight } from "./lexicon.ts";
export { toProbability } from "./log-odds.ts";
export { mixTrees, type Weighing } from "./mix-trees.ts";
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
export { type EncodedSvm, SupportVectorMachine } from "./svm.ts";
export { holdRow } from "./svm-rows.ts";
export { type TableFile, TableReader, TableWriter } from "./table-file.ts";
export { rankContributions } from "./tree-explain.ts";
export { packNodes, type TreeNodes } from "./tree-nodes.ts";
export { fromUnits, TreeEnsemble, toUnits } from "./trees.ts";
