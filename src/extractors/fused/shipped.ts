import type { Extractor } from "../extractor.ts";
import { shippedModel } from "../mss/shipped.ts";
import type { Witness } from "./evidence.ts";
import { type FusedOptions, makeFusedWith } from "./fused.ts";
import { type FusedModel, lateFusedModel } from "./fused-model.ts";
import { SHIPPED_MODEL } from "./shipped-fused.data.ts";
import { makeWitnesses } from "./witnesses.ts";

let model: FusedModel | undefined;

/** The model of the learned extractor that comes with galley; decoded on first use. */
export function shippedFused(): FusedModel {
  model ??= lateFusedModel(JSON.parse(SHIPPED_MODEL));
  return model;
}

/** The methods whose answers are evidence, as they are shipped. */
export function shippedWitnesses(): Readonly<Record<Witness, Extractor>> {
  return makeWitnesses(shippedModel);
}

/** The learned extractor with a model, asking the witnesses that are shipped where no others are given. */
export function makeFused(
  model: () => FusedModel,
  witnesses: Readonly<Record<Witness, Extractor>> = shippedWitnesses(),
  options: FusedOptions = {},
): Extractor {
  return makeFusedWith(model, witnesses, options);
}
