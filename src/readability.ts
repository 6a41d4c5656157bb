import { extract, parsePage } from "./default-extract.ts";
import { NewsError } from "./errors/index.ts";
import type { ExtractOptions } from "./extract.ts";
import type { ExtractorId } from "./extractors/index.ts";
import { TEXT_LEAF } from "./page/index.ts";

/** An article in the shape that users of Readability know. `null` means that the page does not say. */
export interface ParsedArticle {
  readonly title: string | null;
  /** The authors, with commas between them. */
  readonly byline: string | null;
  readonly dir: "ltr" | "rtl" | null;
  readonly lang: string | null;
  /** The article as HTML: sanitised, with absolute addresses. */
  readonly content: string;
  /** The article as text, a blank line between paragraphs. */
  readonly textContent: string;
  /** Characters of `textContent`. */
  readonly length: number;
  /** The publisher's own description, else the first paragraph. */
  readonly excerpt: string | null;
  readonly siteName: string | null;
  readonly publishedTime: string | null;
}

/** The options of `parse`: those of `extract` but for the explanation, which has no place in its answer. */
export type ParseOptions = Omit<ExtractOptions<ExtractorId>, "explain">;

/** The article of a page in the shape of Readability's `parse()`, for those who are moving over; null where there is none. */
export function parse(input: Uint8Array | string, options: ParseOptions = {}): ParsedArticle | null {
  const article = unlessEmpty(() => extract(input, options));
  if (article === undefined || article.text === "") return null;
  const { title, authors, direction, language, html, text, excerpt, site, published } = article;
  return {
    title,
    byline: authors.length > 0 ? authors.join(", ") : null,
    dir: direction,
    lang: language,
    content: html,
    textContent: text,
    length: text.length,
    excerpt: excerpt ?? text.split("\n", 1)[0]!,
    siteName: site,
    publishedTime: published,
  };
}

/** Runs unless the input is empty: Readability finds nothing in an empty document and does not throw. */
function unlessEmpty<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof NewsError && error.code === "EMPTY_INPUT") return undefined;
    throw error;
  }
}

/** When a page counts as one to read. */
export interface ReaderableOptions {
  /** Blocks count from this many characters up. Default: 140. */
  readonly minContentLength?: number | undefined;
  /** The least score of all blocks together. Default: 20. */
  readonly minScore?: number | undefined;
}

/** Whether a page seems to hold an article, by the length of its blocks alone: a quick look before `parse`. */
export function isProbablyReaderable(
  input: Uint8Array | string,
  { minContentLength = 140, minScore = 20 }: ReaderableOptions = {},
): boolean {
  const page = unlessEmpty(() => parsePage(input));
  if (page === undefined) return false;
  const { document, leaves, blocks } = page;
  let score = 0;
  for (let block = 0; block < blocks.count && score <= minScore; block++) {
    let length = 0;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      // Teasers and menus are links; what is between links is what counts.
      if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0 || leaves.anchor[leaf]! >= 0)
        continue;
      const node = leaves.node[leaf]!;
      length += document.textEnd[node]! - document.textStart[node]!;
    }
    if (length > minContentLength) score += Math.sqrt(length - minContentLength);
  }
  return score > minScore;
}
