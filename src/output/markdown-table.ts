import type { Block, Cell } from "../assemble/index.ts";
import { cellCode, escapeSigns } from "./markdown-escape.ts";
import { cellMarkdown, lineMarkdown, pictureMarkdown } from "./markdown-line.ts";

type Table = Extract<Block, { type: "table" }>;

/** Cells further right join the last column: no screen shows wider tables, and merged cells could make them endless. */
const MAX_COLUMNS = 200;

/** A table as GFM: the first row is its head, merged cells leave empty ones behind. */
export function tableMarkdown({ caption, rows }: Table): string {
  const grid = spread(rows);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1);
  const lines = grid.map((row) => rowLine(row, width));
  lines.splice(1, 0, rowLine(Array<string>(width).fill("---"), width));
  const table = lines.join("\n");
  return caption.length === 0 ? table : `${lineMarkdown(caption)}\n\n${table}`;
}

/** Rows with a text for every column, merged cells filled up with empty ones. */
function spread(rows: Table["rows"]): string[][] {
  /** How many more rows each column is taken by a cell from above. */
  const taken: number[] = [];
  return rows.map((row) => {
    const line: string[] = [];
    const beyond: string[] = [];
    const skipTaken = () => {
      while ((taken[line.length] ?? 0) > 0) {
        taken[line.length]!--;
        line.push("");
      }
    };
    for (const cell of row) {
      skipTaken();
      if (line.length === MAX_COLUMNS) beyond.push(cellText(cell));
      for (let column = 0; column < cell.colspan && line.length < MAX_COLUMNS; column++) {
        taken[line.length] = cell.rowspan - 1;
        line.push(column === 0 ? cellText(cell) : "");
      }
    }
    skipTaken();
    if (beyond.length > 0) line.push([line.pop(), ...beyond].filter((part) => part !== "").join(" "));
    return line;
  });
}

function rowLine(cells: readonly string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, column) => cells[column] ?? "").join(" | ")} |`;
}

function cellText({ blocks }: Cell): string {
  return blocks
    .map(inCell)
    .filter((part) => part !== "")
    .join(" ");
}

/** Any block on one line: cells hold nothing else. */
function inCell(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return cellMarkdown(block.children);
    case "code":
      return cellCode(block.text.replace(/\s+/g, " "));
    case "figure":
      return [
        ...block.pictures.map(pictureMarkdown),
        cellMarkdown(block.caption),
        escapeSigns(block.credit ?? ""),
      ]
        .filter((part) => part !== "")
        .join(" ");
    case "quote":
      return block.blocks.map(inCell).join(" ");
    case "list":
      return block.items.map((item) => item.map(inCell).join(" ")).join(", ");
    case "terms":
      return block.entries.map(({ blocks }) => blocks.map(inCell).join(" ")).join(", ");
    case "table":
    case "rule":
      return "";
  }
}
