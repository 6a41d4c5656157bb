import type { Article } from "./article/index.ts";
import { makeExtract } from "./make-extract.ts";

export type { ExtractOptions } from "./make-extract.ts";

/** The article of a page, from its bytes or its markup. */
export const extract: (
  input: Uint8Array | string,
  options?: import("./make-extract.ts").ExtractOptions,
) => Article = makeExtract({});
