import { WHOLE_PARTS } from "./default-parts.ts";
import {
  type Extract,
  type ExtractParts,
  type ExtractText,
  type Inspect,
  makeExtract,
  makeExtractText,
  makeInspect,
} from "./extract.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS, type ExtractorId, shippedRoles } from "./extractors/index.ts";
import { decodeCharset } from "./html/decode-charset.ts";
import { detectCharset } from "./html/detect-charset.ts";
import { readHtml } from "./html/index.ts";
import { Page } from "./page/index.ts";
import { fitProfile } from "./profile/index.ts";
import { makeRoleReader } from "./roles/index.ts";
import { addressParts } from "./url/index.ts";

const PARTS: ExtractParts<ExtractorId> = {
  ...WHOLE_PARTS,
  model: EXTRACTORS[DEFAULT_EXTRACTOR],
  extractors: EXTRACTORS,
  decodeCharset,
  detectCharset,
  fitProfile,
  roleReader: makeRoleReader(shippedRoles),
};

/** The article of a page, from its bytes or its markup. */
export const extract: Extract<ExtractorId> = makeExtract(PARTS);

/** The same article with the page and the extraction that it was made of. */
export const inspect: Inspect<ExtractorId> = makeInspect(PARTS);

/** The text of a page's article alone, the same as `extract` gives; metadata is read only as far as the text needs it. */
export const extractText: ExtractText<ExtractorId> = makeExtractText(PARTS);

/** What is known of a page before it is parsed. */
export interface PageFacts {
  readonly url?: string | null | undefined;
  /** The charset of the bytes where it is certain. */
  readonly encoding?: string | null | undefined;
}

/** The page of bytes or markup, parsed as `extract` does; throws where they are not a page. */
export function parsePage(html: Uint8Array | string, facts: PageFacts = {}): Page {
  return readPage(html, facts).page;
}

/** The same page with its markup as text. */
export function readPage(
  html: Uint8Array | string,
  { url, encoding }: PageFacts = {},
): { readonly page: Page; readonly markup: string } {
  const read = readHtml(html, {
    encoding: encoding ?? undefined,
    detect: detectCharset,
    decode: decodeCharset,
  });
  const page = new Page(read.document, url == null ? undefined : addressParts(url)?.href);
  return {
    page,
    // Decoded on demand.
    get markup() {
      return read.markup;
    },
  };
}
