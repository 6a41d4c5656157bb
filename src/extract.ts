import { pageWarnings } from "./assemble/index.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorId, fitProfile } from "./extractors/index.ts";
import { decodeCharset } from "./html/decode-charset.ts";
import { detectCharset } from "./html/detect-charset.ts";
import { type Extract, makeExtract } from "./make-extract.ts";
import { shownReader } from "./metadata/index.ts";
import { makeLanguageDetector } from "./text/index.ts";
import { publicSuffixes } from "./url/public-suffixes.ts";

/** The article of a page, from its bytes or its markup. */
export const extract: Extract<ExtractorId> = makeExtract<ExtractorId>({
  model: EXTRACTORS[DEFAULT_EXTRACTOR],
  extractors: EXTRACTORS,
  decodeCharset,
  detectCharset,
  suffixes: publicSuffixes,
  detectLanguage: makeLanguageDetector(),
  shownReader,
  warnOfPage: pageWarnings,
  fitProfile,
});
