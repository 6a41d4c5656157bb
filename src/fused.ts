export { fusedModel, type WitnessModels } from "./extractors/fused/fused-from-json.ts";
