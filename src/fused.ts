export { type BaseModels, fusedModel } from "./extractors/fused/fused-from-json.ts";
