export { type FusedModel, packFusedModel, readFusedModel } from "./fused-model.ts";
export { FUSED_FEATURES, fusedRows, type RowParts } from "./rows.ts";
export { makeFused, shippedFused, shippedWitnesses } from "./shipped.ts";
