import { SHIPPED_MODEL } from "./shipped-wrapper.data.ts";
import { readWrapperModel, type WrapperModel } from "./wrapper-model.ts";

let model: WrapperModel | undefined;

/** The model that comes with galley; decoded on first use. */
export function shippedWrapper(): WrapperModel {
  model ??= readWrapperModel(JSON.parse(SHIPPED_MODEL));
  return model;
}
