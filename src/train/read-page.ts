import { NewsError } from "../errors/index.ts";
import { decodeCharset } from "../html/decode-charset.ts";
import { detectCharset } from "../html/detect-charset.ts";
import { readHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { parseHttpUrl } from "../url/index.ts";

/** What is known of a page before it is read. */
export interface PageFacts {
  readonly url?: string | null | undefined;
  /** The charset of the bytes where it is certain. */
  readonly encoding?: string | null | undefined;
}

/** The page of bytes or markup, read as `extract` reads it; throws where they are not a page. */
export function readPage(html: Uint8Array | string, { url, encoding }: PageFacts = {}): Page {
  const { document } = readHtml(html, {
    encoding: encoding ?? undefined,
    detect: detectCharset,
    decode: decodeCharset,
  });
  return new Page(document, url == null ? undefined : parseHttpUrl(url)?.href);
}

/** What is read from a page, or undefined where the page cannot be read. */
export function unlessBroken<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
