import type { Extractor } from "./extractor.ts";
import { MODEL_FREE_EXTRACTORS } from "./model-free.ts";

export type { Extractor, Need } from "./extractor.ts";
export { DEFAULT_EXTRACTOR } from "./model-free.ts";

/** Every extractor, by its id. */
export const EXTRACTORS = {
  ...MODEL_FREE_EXTRACTORS,
} as const satisfies Record<string, Extractor>;

/** The id of a registered extractor. */
export type ExtractorId = keyof typeof EXTRACTORS;

/** Whether a word names a registered extractor. */
export function isExtractorId(word: string): word is ExtractorId {
  return Object.hasOwn(EXTRACTORS, word);
}
