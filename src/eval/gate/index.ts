export { GATE_SETS, GATE_SITES, type GateSet, type GateSites } from "./gate-sets.data.ts";
export { type GateOptions, runGate } from "./run-gate.ts";
