import type { Article } from "./article/index.ts";
import { NewsError } from "./errors/index.ts";
import {
  DEFAULT_EXTRACTOR,
  EXTRACTORS,
  type Extractor,
  type ExtractorId,
  isExtractorId,
} from "./extractors/index.ts";
import { parseHtml } from "./html/index.ts";
import { KEEP_SCORE, Page } from "./page/index.ts";
import { countWords, foldSpaces } from "./text/index.ts";

/** What is known of a page, and what is wanted of it. */
export interface ExtractOptions {
  readonly url?: string;
  /** The charset of the HTTP header. */
  readonly charset?: string;
  /** The charset of the bytes where it is known for certain. */
  readonly encoding?: string;
  readonly extractor?: ExtractorId | Extractor;
  readonly collectedTitle?: string;
  readonly explain?: boolean;
  readonly maxBytes?: number;
}

/** TEMPORARY body until decode, metadata and assemble land. */
export function makeExtract(
  _parts: object,
): (input: Uint8Array | string, options?: ExtractOptions) => Article {
  return (input, options = {}) => {
    if (input.length === 0) throw new NewsError("EMPTY_INPUT", "The input has no bytes.");
    const html =
      typeof input === "string" ? input : new TextDecoder(options.encoding ?? options.charset).decode(input);
    const page = new Page(parseHtml(html), options.url);
    const extractor = chosen(options.extractor ?? DEFAULT_EXTRACTOR);
    const extraction = extractor.extract(page, {});
    const { document, leaves, blocks } = page;
    const parts: string[] = [];
    for (let block = 0; block < blocks.count; block++) {
      let part = "";
      for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
        const node = leaves.node[leaf]!;
        if (leaves.kind[leaf] === 0 && extraction.scores[leaf]! >= KEEP_SCORE)
          part += document.text.slice(document.textStart[node], document.textEnd[node]);
      }
      if (foldSpaces(part) !== "") parts.push(foldSpaces(part));
    }
    const text = parts.join("\n\n");
    return {
      url: options.url ?? null,
      canonicalUrl: null,
      title: null,
      authors: [],
      published: null,
      modified: null,
      language: null,
      direction: null,
      site: null,
      section: null,
      tags: [],
      excerpt: null,
      image: null,
      media: [],
      text,
      html: "",
      wordCount: countWords(text),
      pageType: null,
      isArticle: null,
      confidence: null,
      paywall: null,
      extractor: extractor.id,
      warnings: [],
    };
  };
}

function chosen(extractor: ExtractorId | Extractor): Extractor {
  if (typeof extractor !== "string") return extractor;
  if (isExtractorId(extractor)) return EXTRACTORS[extractor];
  throw new NewsError(
    "BAD_OPTION",
    `There is no extractor "${String(extractor)}"; use ${Object.keys(EXTRACTORS).join(", ")}.`,
  );
}
