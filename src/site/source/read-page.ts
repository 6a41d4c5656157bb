import { decodeCharset } from "../../html/decode-charset.ts";
import { detectCharset } from "../../html/detect-charset.ts";
import { readHtml } from "../../html/index.ts";
import { Page, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";

/** What is known of a page before it is parsed. */
export interface PageFacts {
  readonly url: string | undefined;
  /** The charset of the bytes, if certain. */
  readonly encoding?: string | undefined;
  /** The charset of the HTTP header: a hint. */
  readonly charset?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** A parsed page. */
interface PageRead {
  readonly page: Page;
  /** The decoded markup. */
  readonly markup: string;
  /** Whether it was cut off. */
  readonly isTruncated: boolean;
}

/** Parses a page as `extract` does; throws where the input is not a page. */
export function readSitePage(html: Uint8Array | string, { url, ...options }: PageFacts): PageRead {
  const { document, markup, warnings } = readHtml(html, {
    ...options,
    detect: detectCharset,
    decode: decodeCharset,
  });
  return { page: new Page(document, url), markup, isTruncated: warnings.includes("TRUNCATED") };
}

/** A key that is equal for pages with the same visible text; undefined where there is none. */
export function textKey({ leaves, document }: Page): string | undefined {
  let first = 0;
  let second = 0;
  let length = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    const hash = hashText(text);
    first = joinHashes(first, hash);
    // 32 bits would collide on large sites.
    second = joinHashes(hash ^ length, second);
    length += text.length;
  }
  return length === 0 ? undefined : `${length}-${first >>> 0}-${second >>> 0}`;
}
