import { everything, paragraphs } from "./baselines.ts";
import { makeEcon } from "./econ.ts";
import type { Extractor } from "./extractor.ts";

export { ECON_PAPER, type EconOptions, makeEcon } from "./econ.ts";

/** The extractors of the small core: without a model, tables of words or much code, and no mere comparator. */
export const CORE_EXTRACTORS = {
  econ: makeEcon(),
  paragraphs,
  everything,
} as const satisfies Record<string, Extractor>;

/** The id of an extractor of the small core. */
export type CoreExtractorId = keyof typeof CORE_EXTRACTORS;

/** The extractor that the core uses where none is named and it is given no model. */
export const CORE_DEFAULT = "econ" satisfies CoreExtractorId;
