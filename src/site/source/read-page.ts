import { decodeCharset } from "../../html/decode-charset.ts";
import { detectCharset } from "../../html/detect-charset.ts";
import { readHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";

/** What is known of a page before it is read. */
export interface PageFacts {
  readonly url: string | undefined;
  /** The charset of the bytes where it is certain. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header: a hint. */
  readonly charset?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** A page and how it came. */
export interface PageRead {
  readonly page: Page;
  /** The decoded markup. */
  readonly markup: string;
  /** Whether it ends in the middle. */
  readonly isHalf: boolean;
}

/** The page of bytes or markup, read as `extract` reads it; throws where they are no page. */
export function readPage(html: Uint8Array | string, { url, ...options }: PageFacts): PageRead {
  const { document, markup, warnings } = readHtml(html, {
    ...options,
    detect: detectCharset,
    decode: decodeCharset,
  });
  return { page: new Page(document, url), markup, isHalf: warnings.includes("TRUNCATED") };
}
