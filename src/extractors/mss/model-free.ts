export { longestCell } from "./longest-cell.ts";
export { makeSimpleMss, type SimpleMssOptions } from "./simple.ts";
