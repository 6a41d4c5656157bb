export {
  countItems,
  econClass,
  foldTitle,
  harmonicMean,
  holdSameText,
  type SubtreeLimits,
  sharedCount,
  subtreeLimits,
  wordOverlap,
} from "./compare.ts";
export { guessLabels } from "./guess-labels.ts";
export { LabelBook, writeSafely } from "./label-book.ts";
export { exportTasks, labellingInterface } from "./label-studio/export-tasks.ts";
export { type ImportReport, importTasks, makeSetOfTasks } from "./label-studio/import-tasks.ts";
export { readTasks } from "./label-studio/tasks.ts";
export {
  anchorLabels,
  comparePage,
  type MovedLabels,
  moveLabels,
  type PageAgreement,
  summariseAgreement,
  truthOfLabels,
} from "./label-truth.ts";
export {
  contentHash,
  type DamagedLine,
  type LabelLine,
  type LabelState,
  type MadeLabel,
  parseLabelLine,
  personName,
  revisionOf,
  SETTLED,
} from "./made-labels.ts";
export {
  type DataPlaces,
  dataPlaces,
  findData,
  findSet,
  findSets,
  hashPage,
  hasTruth,
  type Label,
  type LabelledPage,
  loadPage,
  parseLabel,
  readLabels,
  readSet,
  type Truth,
} from "./read-set.ts";
export {
  adviseOnSeen,
  describeSeen,
  domainOf,
  makeSeenBy,
  type SeenBy,
  SeenCount,
  type SeenSummary,
} from "./sites.ts";
