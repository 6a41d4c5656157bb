import type { Document } from "./document.ts";
import { HtmlParser } from "./parser/parser.ts";
import { writeChildren, writeDocument } from "./parser/write-document.ts";
import { placeStreamedParts } from "./streamed-parts.ts";
import type { TreeWriter } from "./tree-writer.ts";

/**
 * The standard copies unclosed formatting elements into every block that follows: 60 KB of them ask for 8 million
 * elements. Markup that asks for no copies writes at least 11 characters for four elements (`<table><td>`).
 */
const ELEMENTS_PER_CHARACTER = 0.5;
/** Copies that any page may ask for: small ones are the ones broken worst. */
const SPARE_ELEMENTS = 10_000;
/** The most whatever the length: about 0.8 GB and 5 seconds. Of 4,994 real pages the largest has 22,585. */
const MAX_ELEMENTS = 2_000_000;

/** One for all pages: it keeps its arrays, and nothing of a page. */
const parser = new HtmlParser();

/** The tree a browser without scripts would build, as arrays in document order; throws PAGE_TOO_DEEP where it has no bounds. */
export function parseHtml(html: string, { hasNul = html.includes("\0") } = {}): Document {
  try {
    const built = parser.parse(html, { maxElements: maxElements(html), hasNul });
    placeStreamedParts(built);
    return writeDocument(built);
  } finally {
    parser.release();
  }
}

/** Adds what the text of a `noscript` holds, which is markup only where no scripts run, to the element that is open. */
export function writeNoscript(html: string, writer: TreeWriter): void {
  try {
    // Inside a noscript the parser would read text, whatever it is told of scripts.
    const built = parser.parseFragment(html, "div", { maxElements: maxElements(html), hasNul: true });
    writeChildren(built, built.tree.first[0]!, writer);
  } finally {
    parser.release();
  }
}

function maxElements({ length }: string): number {
  return Math.min(MAX_ELEMENTS, Math.floor(length * ELEMENTS_PER_CHARACTER) + SPARE_ELEMENTS);
}
