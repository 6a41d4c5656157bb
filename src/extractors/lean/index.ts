export { type LeanModel, makeLean, packLeanModel, readLeanModel, weighBlocks } from "./lean.ts";
export { LEAN_CONTEXT, leanContextRows, type PlacedBlocks } from "./lean-context.ts";
export { LEAN_FEATURES, LeanRows } from "./lean-rows.ts";
