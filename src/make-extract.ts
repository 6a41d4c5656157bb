import type { Article, WarningCode } from "./article/index.ts";
import { assemble, type Inclusion } from "./assemble/index.ts";
import { NewsError } from "./errors/index.ts";
import {
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type Extractor,
  type ExtractorId,
  isExtractorId,
} from "./extractors/index.ts";
import { type CharsetDecoder, type CharsetDetector, readHtml } from "./html/index.ts";
import { readMetadata } from "./metadata/index.ts";
import { type Hints, Page } from "./page/index.ts";
import { parseHttpUrl, type Suffixes } from "./url/index.ts";

/** What is known of a page, and what is wanted of it. */
export interface ExtractOptions {
  /** The address the page was found at; relative addresses are resolved against it. */
  readonly url?: string | undefined;
  /** The charset of the HTTP header: a hint that the bytes may contradict. */
  readonly charset?: string | undefined;
  /** The charset of the bytes where it is known for certain. */
  readonly encoding?: string | undefined;
  /** The method: a registered id, or an extractor of your own. */
  readonly extractor?: ExtractorId | Extractor | undefined;
  /** The title under which the page was collected. */
  readonly collectedTitle?: string | undefined;
  /** What the text holds besides the body. */
  readonly include?: Partial<Inclusion> | undefined;
  /** Adds where every field came from and what became of every leaf. */
  readonly explain?: boolean | undefined;
  /** The largest page accepted; 64 MB where it is not said. */
  readonly maxBytes?: number | undefined;
}

/** The parts with data of their own, which a small bundle leaves out. */
export interface ExtractParts {
  /** Guesses the charset of pages that declare none. */
  readonly detectCharset?: CharsetDetector;
  /** Decodes the charsets that the runtime's own decoder gets wrong. */
  readonly decodeCharset?: CharsetDecoder;
  /** Knows under which suffixes domains are registered. */
  readonly suffixes?: Suffixes;
}

/** The article of a page, from its bytes or its markup. */
export type Extract = (input: Uint8Array | string, options?: ExtractOptions) => Article;

/** The one-call function over the given parts. */
export function makeExtract(parts: ExtractParts = {}): Extract {
  return (input, options = {}) => {
    const extractor = chosenExtractor(options.extractor ?? DEFAULT_EXTRACTOR);
    const { charset, encoding, maxBytes, include, explain } = options;
    const { detectCharset: detect, decodeCharset: decode } = parts;
    const read = readHtml(input, { charset, encoding, maxBytes, detect, decode });
    const url = options.url == null ? undefined : parseHttpUrl(options.url)?.href;
    const page = new Page(read.document, url);
    const extraction = extractor.extract(page, hintsOf(options));
    const metadata = readMetadata(page, extraction, parts.suffixes);
    const warnings: WarningCode[] = [...read.warnings, ...page.warnings];
    if (options.url != null && url === undefined) warnings.push("URL_IGNORED");
    return assemble(page, extraction, metadata, { extractor: extractor.id, include, explain, warnings });
  };
}

function hintsOf({ collectedTitle }: ExtractOptions): Hints {
  return collectedTitle === undefined ? {} : { collectedTitle };
}

function chosenExtractor(extractor: ExtractorId | Extractor): Extractor {
  if (typeof extractor !== "string") return extractor;
  if (isExtractorId(extractor)) return EXTRACTORS[extractor];
  const known = Object.keys(EXTRACTORS).join(", ");
  throw new NewsError("BAD_OPTION", `There is no extractor "${String(extractor)}"; there are ${known}`);
}
