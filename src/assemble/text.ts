import { dropUnseen } from "../text/index.ts";
import type { Block, Cell, Inline } from "./content.ts";

/** What the text holds besides the article's own words. */
interface TextOptions {
  /** Captions and credits of figures, each a paragraph. */
  readonly captions: boolean;
}

/**
 * Blocks as plain text: a blank line between blocks, a line for every list item and table row, a tab between cells. No
 * marker is added: every character but the quotation marks of `q` and the brackets of ruby is the page's own.
 */
export function blocksText(blocks: readonly Block[], options: TextOptions): string {
  return joinLines(blocks, (block) => blockText(block, options) || undefined, "\n\n");
}

/** A line of inline content as plain text. */
export function lineText(line: readonly Inline[]): string {
  if (line.length > LONG_LINE) return joinLines(line, pieceText, "");
  let text = "";
  for (const piece of line) text += pieceText(piece);
  return text;
}

function pieceText(piece: Inline): string {
  if (piece.type === "text") return piece.text;
  if (piece.type === "break") return "\n";
  return piece.type === "link" ? lineText(piece.children) : markText(piece.mark, piece.children);
}

function markText(mark: string, children: readonly Inline[]): string {
  const text = lineText(children);
  if (mark === "q") return `\u201c${text}\u201d`;
  return mark === "rt" ? `(${text})` : text;
}

function blockText(block: Block, options: TextOptions): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return lineText(block.children);
    case "code":
      return block.text.replace(/\n(?:[^\S\n]*\n){2,}/g, "\n\n");
    case "quote":
      return blocksText(block.blocks, options);
    case "list":
      return lines(block.items, (item) => linesText(item, options));
    case "terms":
      return lines(block.entries, (entry) => linesText(entry.blocks, options));
    case "table":
      return tableText(block, options);
    case "figure":
      return options.captions ? lines([lineText(block.caption), block.credit ?? ""], String) : "";
    case "rule":
      return "";
  }
}

function tableText({ caption, rows }: Extract<Block, { type: "table" }>, options: TextOptions): string {
  const cellText = ({ blocks }: Cell) => oneLine(linesText(blocks, options));
  const body = lines(rows, (row) => joinLines(row, cellText, "\t").trimEnd());
  return lines([lineText(caption), body], String);
}

/** The text of a cell without breaks; nearly all hold a single word, which needs no search for breaks. */
function oneLine(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit >= 0xa0) return text.replace(/\s+/g, " ");
  }
  return text;
}

/** Blocks inside an item or a cell: one line each, no blank lines. */
function linesText(blocks: readonly Block[], options: TextOptions): string {
  // Most items hold one paragraph.
  if (blocks.length === 1) return oneLineEach(blockText(blocks[0]!, options));
  return lines(blocks, (block) => oneLineEach(blockText(block, options)));
}

function oneLineEach(text: string): string {
  return text.includes("\n\n") ? text.replace(/\n{2,}/g, "\n") : text;
}

/** A line for each thing that has a text. */
function lines<T>(things: readonly T[], write: (thing: T) => string): string {
  return joinLines(things, (thing) => write(thing) || undefined, "\n");
}

/** Lines per join: joining a million at once would hold them in memory twice. */
const LINES_AT_ONCE = 1024;

/** Pieces of one line per join: a string that grows by appending keeps each of its steps until it is read. */
export const LONG_LINE = 1024;

/** The lines of many things with a separator between them; a thing without a line is left out. */
export function joinLines<T>(
  things: readonly T[],
  write: (thing: T) => string | undefined,
  separator: string,
): string {
  const joined: string[] = [];
  let lines: string[] = [];
  for (const thing of things) {
    const line = write(thing);
    if (line === undefined) continue;
    if (lines.length === LINES_AT_ONCE) {
      joined.push(lines.join(separator));
      lines = [];
    }
    lines.push(line);
  }
  if (joined.length === 0) return lines.join(separator);
  joined.push(lines.join(separator));
  return joined.join(separator);
}

/**
 * A line end between two wide characters is not a space: Chinese and Japanese sources wrap lines inside sentences. The wide
 * space U+3000 is not among them: from each one of a long run the rest of the run would be read again.
 */
const WIDE_WRAP =
  /(?<=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])[^\S\n]*\n\s*(?=[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60])/g;
const SPACES = /\s+/g;
const EDGE_SPACES = /^ +| +$/g;
/** White space that is not a single space: most texts have none. */
const UNFOLDED = /[^\S ]| {2}/;

/** Text with unseen characters dropped and white space folded as a browser folds it, a space at either end kept. */
export function foldText(text: string): string {
  const seen = dropUnseen(text);
  return UNFOLDED.test(seen) ? seen.replace(WIDE_WRAP, "").replace(SPACES, " ") : seen;
}

/** An attribute's value or another short label as one clean line, null where nothing is left. */
export function cleanLabel(text: string | undefined): string | null {
  if (text === undefined) return null;
  return foldText(text).replace(EDGE_SPACES, "") || null;
}
