export { type LeanModel, makeLean, packLeanModel, readLeanModel } from "./lean.ts";
export { LEAN_FEATURES, LeanRows } from "./lean-rows.ts";
