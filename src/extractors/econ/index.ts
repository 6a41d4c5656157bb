export { type EconOptions, makeEcon } from "./econ.ts";
