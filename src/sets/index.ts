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
export {
  type DataPlaces,
  dataPlaces,
  findData,
  findSet,
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
export { seededRandom } from "./seeded-random.ts";
export {
  adviseOnSeen,
  describeSeen,
  domainOf,
  makeSeenBy,
  type SeenBy,
  SeenCount,
  type SeenSummary,
} from "./sites.ts";
