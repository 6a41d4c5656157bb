import type { Block, Inline } from "./content.ts";

/** What the text holds besides the article's own words. */
export interface TextOptions {
  /** Captions and credits of figures, each a paragraph. */
  readonly captions: boolean;
}

/**
 * Blocks as plain text: a blank line between blocks, a line for every list item and table row, a tab between cells. No
 * marker is added: every character but the quotation marks of `q` and the brackets of ruby is the page's own.
 */
export function blocksText(blocks: readonly Block[], options: TextOptions): string {
  const parts: string[] = [];
  for (const block of blocks) {
    const text = blockText(block, options);
    if (text !== "") parts.push(text);
  }
  return parts.join("\n\n");
}

/** A line of inline content as plain text. */
export function lineText(line: readonly Inline[]): string {
  let text = "";
  for (const piece of line) {
    if (piece.type === "text") text += piece.text;
    else if (piece.type === "break") text += "\n";
    else text += piece.type === "link" ? lineText(piece.children) : markText(piece.mark, piece.children);
  }
  return text;
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
      return lines(block.items.map((item) => linesText(item, options)));
    case "terms":
      return lines(block.entries.map((entry) => linesText(entry.blocks, options)));
    case "table":
      return tableText(block, options);
    case "figure":
      return options.captions ? lines([lineText(block.caption), block.credit ?? ""]) : "";
    case "rule":
      return "";
  }
}

function tableText(table: Extract<Block, { type: "table" }>, options: TextOptions): string {
  const rows = table.rows.map((row) =>
    row.map((cell) => linesText(cell.blocks, options).replace(/\s+/g, " ")).join("\t"),
  );
  return lines([lineText(table.caption), ...rows.map((row) => row.trimEnd())]);
}

/** Blocks inside an item or a cell: one line each, no blank lines. */
function linesText(blocks: readonly Block[], options: TextOptions): string {
  // Most items hold one paragraph.
  if (blocks.length === 1) return oneLineEach(blockText(blocks[0]!, options));
  return lines(blocks.map((block) => oneLineEach(blockText(block, options))));
}

function oneLineEach(text: string): string {
  return text.includes("\n\n") ? text.replace(/\n{2,}/g, "\n") : text;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
