export { makeFused } from "./fused.ts";
export { type FusedModel, packFusedModel, readFusedModel } from "./fused-model.ts";
export { FUSED_FEATURES, fusedRows, type RowParts } from "./rows.ts";
export { shippedFused } from "./shipped.ts";
export { shippedWitnesses } from "./witnesses.ts";
