import type { Document } from "./document.ts";
import { type Markup, markupOfText } from "./markup.ts";
import { HtmlParser } from "./parser/parser.ts";
import type { ParseOptions } from "./parser/tree-builder.ts";
import { writeDocument } from "./parser/write-document.ts";
import { placeStreamedParts } from "./streamed-parts.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * The standard copies unclosed formatting elements into every block that follows: as many elements as the square of what is
 * written. Markup that asks for no copies writes at least 11 characters for four elements (`<table><td>`).
 */
const ELEMENTS_PER_CHARACTER = 0.5;
/** Copies that any page may ask for: small ones are the ones broken worst. */
const SPARE_ELEMENTS = 10_000;
/** The most whatever the length, so that memory has a bound: far more than any page that people read. */
const MAX_ELEMENTS = 2_000_000;
/** Crossed end tags move whatever is open above them: so much that time grows with a page, not with its square. */
const MOVES_PER_CHARACTER = 2;
/** Moves that any page may ask for: end tags can take one element through two thousand others. */
const SPARE_MOVES = 2_000_000;
/** Copies of formatting elements repeat their attributes, however long those are: so many characters of them. */
const COPIED_PER_CHARACTER = 1;
/** Characters that any page may have in copies: a link left open, with a long address and style, in ten thousand paragraphs. */
const SPARE_COPIED = 8_000_000;

/** The root of a fragment, by its number in the Document. */
const ROOT = 1;

/** One for all pages: it keeps its arrays, and nothing of a page. */
const parser = new HtmlParser();

/** The tree a browser without scripts would build, as arrays in document order; throws PAGE_TOO_DEEP where it has no bounds. */
export function parseHtml(html: string, { hasNul = html.includes("\0") } = {}): Document {
  return parseMarkup(markupOfText(html), { hasNul });
}

/** The same for a source that may be UTF-8, of which the bytes are then given too. */
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

/** Adds what the text of a `noscript` holds, which is markup only where no scripts run, to the element that is open. */
export function writeNoscript(html: string, writer: TreeWriter): void {
  try {
    // Inside a noscript the parser would read text, whatever it is told of scripts.
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
