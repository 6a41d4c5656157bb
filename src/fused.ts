export { type BaseModels, fusedModel } from "./extractors/fused/load-fused.ts";
