export { type LeanModel, makeLean, makeQuick, packLeanModel, readLeanModel, weighBlocks } from "./lean.ts";
export { LEAN_CONTEXT, leanContextRows, type PlacedBlocks } from "./lean-context.ts";
export { LEAN_FEATURES, LeanRows, QUICK_FEATURES } from "./lean-rows.ts";
