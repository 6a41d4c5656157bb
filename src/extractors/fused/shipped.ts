import type { Extractor } from "../extractor.ts";
import { shippedModel } from "../mss/shipped.ts";
import { FUSED_MODEL } from "../shipped-models.data.ts";
import { type BaseLearners, makeBaseLearners } from "./base-learners.ts";
import { type FusedOptions, makeFusedWith } from "./fused.ts";
import { type FusedModel, lateFusedModel } from "./fused-model.ts";

let model: FusedModel | undefined;

/** The model of the learned extractor that comes with galley; decoded on first use. */
export function shippedFused(): FusedModel {
  model ??= lateFusedModel(JSON.parse(FUSED_MODEL));
  return model;
}

/** The base learners with their shipped models. */
export function shippedBaseLearners(): BaseLearners {
  return makeBaseLearners(shippedModel);
}

/** The learned extractor with a model, with the shipped base learners unless others are given. */
export function makeFused(
  model: () => FusedModel,
  baseLearners: BaseLearners = shippedBaseLearners(),
  options: FusedOptions = {},
): Extractor {
  return makeFusedWith(model, baseLearners, options);
}
