export { makeLean } from "./lean.ts";
export { type LeanModel, packLeanModel, readLeanModel } from "./lean-model.ts";
export { LEAN_FEATURES, LeanRows } from "./lean-rows.ts";
