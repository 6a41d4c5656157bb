import { NewsError } from "../../errors/index.ts";

/** The most coherent that a block can be; 1 is the least. */
export const MAX_DEGREE = 10;

/** How a page is segmented. */
export interface VipsOptions {
  /** The degree of coherence from which on a block is not divided, 1 (the whole page) to 10: the method's permitted degree. */
  readonly granularity: number;
}

/** The coarsest granularity at which the heuristic is at its best on two labelled sets; docs/extractors/vips.md. */
export const DEFAULT_OPTIONS: VipsOptions = { granularity: 9 };

/** The defaults with the given options. */
export function withDefaults(options: Partial<VipsOptions>): VipsOptions {
  const chosen = { ...DEFAULT_OPTIONS, ...options };
  const { granularity } = chosen;
  if (Number.isInteger(granularity) && granularity >= 1 && granularity <= MAX_DEGREE) return chosen;
  throw new NewsError("BAD_OPTION", "The option granularity must be a whole number from 1 to 10.");
}
