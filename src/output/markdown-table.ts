import type { Block, Cell } from "../assemble/index.ts";
import { captionMarkdown, cellCode, cellMarkdown, escapeSigns, pictureMarkdown } from "./markdown-line.ts";
import type { LineOptions } from "./markdown-marks.ts";

type Table = Extract<Block, { type: "table" }>;

/** Cells further right join the last column: no screen shows wider tables, and merged cells could make them endless. */
const MAX_COLUMNS = 200;
/** More empty cells than this, and than cells with text, are not what a merged cell of a real table leaves. */
const MAX_EMPTY_CELLS = 2_000;
/** Rows are filled up to the width of the table where that makes it at most this many times as large. */
const MAX_PADDING = 2;

/** A table as GFM: the first row is its head, merged cells become empty ones. */
export function tableMarkdown({ caption, rows }: Table, options: LineOptions): string {
  const texts = rows.map((row) => row.map((cell) => ({ ...cell, text: cellText(cell, options) })));
  const grid = spread(texts);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1);
  const cells = grid.reduce((sum, row) => sum + row.length, 0);
  // GFM fills up rows that are shorter than the head, which saves most of a table with few cells in wide rows.
  const bodyWidth = width * grid.length > MAX_PADDING * cells ? 0 : width;
  const [head = [], ...body] = grid;
  const lines = [
    rowLine(head, width),
    rowLine(Array<string>(width).fill("---"), width),
    ...body.map((row) => rowLine(row, bodyWidth)),
  ];
  const words = captionMarkdown(caption, options);
  return [words, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

interface CellText {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
}

/** Rows with a text for every column up to their last text, merged cells filled up with empty ones. */
function spread(rows: readonly (readonly CellText[])[]): string[][] {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  let empty = 0;
  /** How many more rows each column is taken by a cell from above. */
  const taken: number[] = [];
  const grid: string[][] = [];
  for (const row of rows) {
    const line: string[] = [];
    const beyond: string[] = [];
    for (const { text, colspan, rowspan } of row) {
      while ((taken[line.length] ?? 0) > 0) {
        taken[line.length]!--;
        line.push("");
      }
      if (line.length === MAX_COLUMNS) beyond.push(text);
      for (let column = 0; column < colspan && line.length < MAX_COLUMNS; column++) {
        taken[line.length] = rowspan - 1;
        line.push(column === 0 ? text : "");
      }
    }
    for (let column = line.length; column < taken.length; column++) {
      if (taken[column]! > 0) taken[column]!--;
    }
    if (beyond.length > 0) line.push(joinWords([line.pop() ?? "", ...beyond]));
    while (line.at(-1) === "") line.pop();
    grid.push(line);
    empty += line.length - row.length;
    if (empty > Math.max(MAX_EMPTY_CELLS, cells)) return spread(rows.map((cellsOf) => cellsOf.map(single)));
  }
  return grid;
}

function single({ text }: CellText): CellText {
  return { text, colspan: 1, rowspan: 1 };
}

function rowLine(cells: readonly string[], width: number): string {
  const padded = [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill("")];
  return `|${padded.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

function cellText({ blocks }: Cell, options: LineOptions): string {
  return joinWords(blocks.map((block) => inCell(block, options)));
}

/** Any block on one line: cells hold nothing else. */
function inCell(block: Block, options: LineOptions): string {
  const inner = (blocks: readonly Block[]) => joinWords(blocks.map((part) => inCell(part, options)));
  switch (block.type) {
    case "paragraph":
    case "heading":
      return cellMarkdown(block.children, options);
    case "code": {
      const code = block.text.replace(/\s+/g, " ").trim();
      return cellCode(code) ?? escapeSigns(code);
    }
    case "figure":
      return joinWords([
        ...block.pictures.map(pictureMarkdown),
        cellMarkdown(block.caption, options),
        escapeSigns(block.credit ?? ""),
      ]);
    case "quote":
      return inner(block.blocks);
    case "list":
      return joinWords(block.items.map(inner), ", ");
    case "terms":
      return joinWords(
        block.entries.map(({ blocks }) => inner(blocks)),
        ", ",
      );
    case "table":
      return joinWords([
        cellMarkdown(block.caption, options),
        ...block.rows.flat().map(({ blocks }) => inner(blocks)),
      ]);
    case "rule":
      return "";
  }
}

function joinWords(parts: readonly string[], gap = " "): string {
  return parts.filter((part) => part !== "").join(gap);
}
