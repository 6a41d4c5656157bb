import { lateTables, type MssModel, readMssModel } from "./mss-model.ts";
import { SHIPPED_MODEL } from "./shipped-model.data.ts";

let model: MssModel | undefined;

/** The model that comes with galley; decoded on first use. */
export function shippedModel(): MssModel {
  model ??= readMssModel(JSON.parse(SHIPPED_MODEL), lateTables);
  return model;
}
