import { MSS_MODEL } from "../shipped-models.data.ts";
import { lateTables, type MssModel, readMssModel } from "./mss-model.ts";

let model: MssModel | undefined;

/** The model that comes with galley; decoded on first use. */
export function shippedModel(): MssModel {
  model ??= readMssModel(JSON.parse(MSS_MODEL), lateTables);
  return model;
}
