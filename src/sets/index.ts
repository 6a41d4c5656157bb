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
export { type DataPlaces, dataPlaces, findData, findSet } from "./find-set.ts";
export { hasTruth, type Label, parseLabel, type Truth } from "./label.ts";
export { hashPage, type LabelledPage, loadPage, readLabels, readSet } from "./read-set.ts";
export { seededRandom } from "./seeded-random.ts";
export {
  adviseOnSeen,
  describeSeen,
  domainOf,
  groupBySite,
  type LabelledSite,
  makeSeenBy,
  readUnseenSites,
  type SeenBy,
  SeenCount,
  type SeenSummary,
} from "./sites.ts";
