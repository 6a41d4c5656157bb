import { pageWarnings } from "./assemble/index.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorId, fitProfile } from "./extractors/index.ts";
import { decodeCharset } from "./html/decode-charset.ts";
import { detectCharset } from "./html/detect-charset.ts";
import { type Extract, type ExtractParts, makeExtract } from "./make-extract.ts";
import { type ExtractText, makeExtractText } from "./make-extract-text.ts";
import { shownReader } from "./metadata/index.ts";
import { makeLanguageDetector } from "./text/index.ts";
import { publicSuffixes } from "./url/public-suffixes.ts";

const PARTS: ExtractParts<ExtractorId> = {
  model: EXTRACTORS[DEFAULT_EXTRACTOR],
  extractors: EXTRACTORS,
  decodeCharset,
  detectCharset,
  suffixes: publicSuffixes,
  detectLanguage: makeLanguageDetector(),
  shownReader,
  warnOfPage: pageWarnings,
  fitProfile,
};

/** The article of a page, from its bytes or its markup. */
export const extract: Extract<ExtractorId> = makeExtract(PARTS);

/** The text of a page's article alone: what `extract` gives as its text, without reading any metadata. */
export const extractText: ExtractText<ExtractorId> = makeExtractText(PARTS);
