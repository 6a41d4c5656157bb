import type { Extractor } from "../extractor.ts";
import type { MssModel } from "../mss/mss-model.ts";
import { makeMss } from "../mss/supervised.ts";
import { makeRelevance } from "../relevance/index.ts";
import type { Witness } from "./evidence.ts";

/** The methods whose answers are evidence, with the model of the one that needs one. */
export function makeWitnesses(mss: () => MssModel): Readonly<Record<Witness, Extractor>> {
  return { mss: makeMss("mss", mss), relevance: makeRelevance() };
}
