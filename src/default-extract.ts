import { WHOLE_PARTS } from "./default-parts.ts";
import {
  type Extract,
  type ExtractParts,
  type ExtractText,
  makeExtract,
  makeExtractText,
} from "./extract.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorId } from "./extractors/index.ts";
import { decodeCharset } from "./html/decode-charset.ts";
import { detectCharset } from "./html/detect-charset.ts";
import { fitProfile } from "./profile/index.ts";

const PARTS: ExtractParts<ExtractorId> = {
  ...WHOLE_PARTS,
  model: EXTRACTORS[DEFAULT_EXTRACTOR],
  extractors: EXTRACTORS,
  decodeCharset,
  detectCharset,
  fitProfile,
};

/** The article of a page, from its bytes or its markup. */
export const extract: Extract<ExtractorId> = makeExtract(PARTS);

/** The text of a page's article alone, the same as `extract` gives; of the metadata at most the title is read for it. */
export const extractText: ExtractText<ExtractorId> = makeExtractText(PARTS);
