import { coreex } from "./coreex/index.ts";
import { makeEcon } from "./econ/index.ts";
import { everything } from "./everything/index.ts";
import type { Extractor } from "./extractor.ts";
import { longestCell, makeSimpleMss } from "./mss/model-free.ts";
import { paragraphs } from "./paragraphs/index.ts";

export { type EconOptions, makeEcon } from "./econ/index.ts";
export { makeSimpleMss, type SimpleMssOptions } from "./mss/model-free.ts";

/** Every extractor that is ready without a model or tables of words, by its id. */
export const MODEL_FREE_EXTRACTORS = {
  econ: makeEcon(),
  coreex,
  "longest-cell": longestCell,
  "mss-simple": makeSimpleMss(),
  paragraphs,
  everything,
} as const satisfies Record<string, Extractor>;

/** The id of an extractor that needs no model. */
export type ModelFreeId = keyof typeof MODEL_FREE_EXTRACTORS;

/** The extractor used where none is named and there is no model. */
export const MODEL_FREE_DEFAULT = "econ" satisfies ModelFreeId;
