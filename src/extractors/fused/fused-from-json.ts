import type { Extractor } from "../extractor.ts";
import { readMssModel } from "../mss/mss-model.ts";
import { makeFusedWith } from "./fused.ts";
import { readFusedModel } from "./fused-model.ts";
import { makeWitnesses } from "./witnesses.ts";

/** The models of the methods that the learned extractor asks, as the JSON of their files. */
export interface WitnessModels {
  readonly mss: unknown;
}

/** The learned extractor of a model file's JSON; throws BAD_MODEL where a file is damaged or made for other features. */
export function fusedModel(json: unknown, models: WitnessModels): Extractor {
  const model = readFusedModel(json);
  // Plain JavaScript may leave them out.
  const mssModel = readMssModel((models as WitnessModels | undefined)?.mss);
  return makeFusedWith(
    () => model,
    makeWitnesses(() => mssModel),
  );
}
