import { pageWarnings, pictureReader } from "./assemble/index.ts";
import type { ExtractParts } from "./extract.ts";
import { shownReader } from "./metadata/index.ts";
import { makeLanguageDetector } from "./text/index.ts";
import { publicSuffixes } from "./url/public-suffixes.ts";

/** The parts with data of their own that every page is read with, where the small core is not enough. */
export const WHOLE_PARTS = {
  suffixes: publicSuffixes,
  // Marked as pure, so that a bundler that needs none of the parts leaves their tables out.
  detectLanguage: /* @__PURE__ */ makeLanguageDetector(),
  shownReader,
  pictureReader,
  warnOfPage: pageWarnings,
} as const satisfies ExtractParts;
