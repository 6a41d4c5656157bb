export { GATE_SETS, type GateSet } from "./gate-sets.data.ts";
export { type GateOptions, runGate } from "./run-gate.ts";
