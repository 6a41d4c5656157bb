import type { Extractor } from "../extractor.ts";
import { readMssModel } from "../mss/mss-model.ts";
import { makeBaseLearners } from "./base-learners.ts";
import { makeFusedWith } from "./fused.ts";
import { readFusedModel } from "./fused-model.ts";

/** The models of the base learners, as the JSON of their files. */
export interface BaseModels {
  readonly mss: unknown;
}

/** The learned extractor of a model file's JSON; throws BAD_MODEL where a file is damaged or made for other features. */
export function fusedModel(json: unknown, models: BaseModels): Extractor {
  const model = readFusedModel(json);
  // Plain JavaScript may leave them out.
  const mssModel = readMssModel((models as BaseModels | undefined)?.mss);
  return makeFusedWith(
    () => model,
    makeBaseLearners(() => mssModel),
  );
}
