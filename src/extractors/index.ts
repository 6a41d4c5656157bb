import { coreex } from "./coreex/index.ts";
import { makeEcon } from "./econ/index.ts";
import { everything } from "./everything/index.ts";
import type { Extractor } from "./extractor.ts";
import { paragraphs } from "./paragraphs/index.ts";

export { type EconOptions, makeEcon } from "./econ/index.ts";
export type { Extractor, Need } from "./extractor.ts";

/** Every extractor that is ready without a model, by its id. */
export const EXTRACTORS = {
  econ: makeEcon(),
  coreex,
  paragraphs,
  everything,
} as const satisfies Record<string, Extractor>;

/** The id of a registered extractor. */
export type ExtractorId = keyof typeof EXTRACTORS;

/** The extractor used where none is named. */
export const DEFAULT_EXTRACTOR: ExtractorId = "econ";

/** Whether a word names a registered extractor. */
export function isExtractorId(word: string): word is ExtractorId {
  return Object.hasOwn(EXTRACTORS, word);
}
