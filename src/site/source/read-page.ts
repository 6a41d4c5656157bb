import { decodeCharset } from "../../html/decode-charset.ts";
import { detectCharset } from "../../html/detect-charset.ts";
import { readHtml } from "../../html/index.ts";
import { LEAF_KINDS, Page } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";

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
interface PageRead {
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

const TEXT = LEAF_KINDS.indexOf("text");

/** What pages with the same shown text share, whatever their markup and addresses; undefined where there is no text. */
export function textKey({ leaves, document }: Page): string | undefined {
  let first = 0;
  let second = 0;
  let length = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT || leaves.visible[leaf] === 0) continue;
    const node = leaves.node[leaf]!;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    const hash = hashText(text);
    first = joinHashes(first, hash);
    // 32 bits are too few for the pages of a large site.
    second = joinHashes(hash ^ length, second);
    length += text.length;
  }
  return length === 0 ? undefined : `${length}-${first >>> 0}-${second >>> 0}`;
}
