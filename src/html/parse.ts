import type { Document } from "./document.ts";
import { type Markup, markupOfText } from "./markup.ts";
import { HtmlParser } from "./parser/parser.ts";
import type { ParseOptions } from "./parser/tree-builder.ts";
import { writeDocument } from "./parser/write-document.ts";
import { placeStreamedParts } from "./streamed-parts.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * The standard copies unclosed formatting elements into every block that follows, which makes the tree quadratic in the markup.
 * Markup without such copies needs at least 11 characters for four elements (`<table><td>`).
 */
const ELEMENTS_PER_CHARACTER = 0.5;
/** Copies that any page may make: small pages are often the most broken. */
const SPARE_ELEMENTS = 10_000;
/** The limit whatever the length, so that memory is bounded: far more than any page that people read. */
const MAX_ELEMENTS = 2_000_000;
/** Crossed end tags move all open elements above them: this keeps the time linear in the page. */
const MOVES_PER_CHARACTER = 2;
/** Moves that any page may make: end tags can move one element through two thousand others. */
const SPARE_MOVES = 2_000_000;
/** Copies of formatting elements repeat their attributes: the total length of these, per character of the page. */
const COPIED_PER_CHARACTER = 1;
/** Characters that any page may have in copies: a link left open, with a long address and style, in ten thousand paragraphs. */
const SPARE_COPIED = 8_000_000;

/** The root of a fragment, by its number in the Document. */
const ROOT = 1;

/** One for all pages: it keeps its arrays, and nothing of a page. */
const parser = new HtmlParser();

/** The tree that a browser without scripts builds, as arrays in document order; throws PAGE_TOO_DEEP for markup over the limits. */
export function parseHtml(html: string, { hasNul = html.includes("\0") } = {}): Document {
  return parseMarkup(markupOfText(html), { hasNul });
}

/** Parses markup; if it is UTF-8, its bytes are needed too. */
export function parseMarkup(
  source: Markup,
  { hasNul, bytes }: { readonly hasNul: boolean; readonly bytes?: Uint8Array | undefined },
): Document {
  try {
    const built = parser.parse(source, { ...limitsOf(source.units), hasNul });
    placeStreamedParts(built);
    return writeDocument(built, bytes);
  } finally {
    parser.release();
  }
}

/** Parses the text of a `noscript`, which is markup only without scripts, into the open element. */
export function writeNoscript(html: string, writer: TreeWriter): void {
  try {
    // With `noscript` as the context the parser would read plain text.
    const built = parser.parseFragment(html, "div", { ...limitsOf(html), hasNul: true });
    writer.copyChildren(writeDocument(built), ROOT);
  } finally {
    parser.release();
  }
}

function limitsOf({ length }: string): Omit<ParseOptions, "hasNul"> {
  return {
    maxElements: Math.min(MAX_ELEMENTS, Math.floor(length * ELEMENTS_PER_CHARACTER) + SPARE_ELEMENTS),
    maxMoves: Math.floor(length * MOVES_PER_CHARACTER) + SPARE_MOVES,
    maxCopied: length * COPIED_PER_CHARACTER + SPARE_COPIED,
  };
}
