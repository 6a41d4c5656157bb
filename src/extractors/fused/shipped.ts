import { type FusedModel, readFusedModel } from "./fused-model.ts";
import { SHIPPED_MODEL } from "./shipped-fused.data.ts";

let model: FusedModel | undefined;

/** The model of the learned extractor that comes with galley; decoded on first use. */
export function shippedFused(): FusedModel {
  model ??= readFusedModel(JSON.parse(SHIPPED_MODEL));
  return model;
}
