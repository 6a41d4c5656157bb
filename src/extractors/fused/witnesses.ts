import { coreex } from "../coreex/index.ts";
import { makeEcon } from "../econ/index.ts";
import type { Extractor } from "../extractor.ts";
import { makeMss, shippedModel } from "../mss/index.ts";
import { makeSimpleMss } from "../mss/model-free.ts";
import { makeRelevance } from "../relevance/index.ts";
import type { Witness } from "./evidence.ts";

/** The methods whose answers are evidence, as they are shipped. */
export function shippedWitnesses(): Readonly<Record<Witness, Extractor>> {
  return {
    econ: makeEcon(),
    coreex,
    "mss-simple": makeSimpleMss(),
    mss: makeMss("mss", shippedModel),
    relevance: makeRelevance(),
  };
}
