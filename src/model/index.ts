export { CountTable, type FeatureCount } from "./count-table.ts";
export { ANCESTOR_FACTORS, type EncodedLexicon, Lexicon, type TokenWeight } from "./lexicon.ts";
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
export { fromBase64, toBase64 } from "./packed-numbers.ts";
export { type EncodedSvm, holdRow, SupportVectorMachine } from "./svm.ts";
export { type TableFile, TableReader, TableWriter } from "./table-file.ts";
export type { TreeNodes } from "./tree-scorer.ts";
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
