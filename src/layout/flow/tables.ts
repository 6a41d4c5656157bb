import { attribute, childNodes, NODE_KIND } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { type Boxes, isTable } from "./boxes.ts";
import { type Frame, LEVELS_TO_TABLE } from "./frame-stack.ts";

/** Tables of news pages have a dozen columns; columns beyond this are ignored. */
const MAX_COLUMNS = 200;

/** Column widths as the cells of a table ask for them. */
export interface TableColumns {
  readonly least: number[];
  readonly most: number[];
  /** Percentage of the table's width, 0 where no cell states one. */
  readonly percent: number[];
  readonly isFixed: boolean[];
  /** Space between columns and at both ends. */
  readonly gap: number;
}

interface Span {
  readonly cell: number;
  readonly from: number;
  readonly count: number;
}

/** Reads the columns of a table whose cells have been measured, and sets `boxes.place` to the column of each cell. */
export function readColumns(boxes: Boxes, table: number): TableColumns {
  const reader = new ColumnReader(boxes, boxes.lengthOrZero(table, PROPERTY["column-gap"], 0));
  const { kind } = boxes;
  for (const child of childNodes(boxes.document, table)) {
    if (kind[child] === BOX.row) reader.readRow(child);
    else if (kind[child] === BOX.rowGroup) {
      for (const row of childNodes(boxes.document, child)) if (kind[row] === BOX.row) reader.readRow(row);
    }
  }
  // Cells outside any row share one.
  reader.readRow(table);
  return reader.finish();
}

/** How many rows or columns a cell takes. */
export function spanOf(boxes: Boxes, cell: number, name: "colspan" | "rowspan"): number {
  const { attributeStart } = boxes.document;
  if (attributeStart[cell] === attributeStart[cell + 1]) return 1;
  const stated = Number.parseInt(attribute(boxes.document, cell, name) ?? "1", 10);
  return stated >= 1 ? Math.min(stated, MAX_COLUMNS) : 1;
}

class ColumnReader {
  readonly #boxes: Boxes;
  readonly #columns: TableColumns;
  /** For each column, how many following rows a `rowspan` still covers. */
  readonly #taken: number[] = [];
  readonly #spans: Span[] = [];

  constructor(boxes: Boxes, gap: number) {
    this.#boxes = boxes;
    this.#columns = { least: [], most: [], percent: [], isFixed: [], gap };
  }

  readRow(row: number): void {
    const { document, kind, place } = this.#boxes;
    let column = 0;
    for (const cell of childNodes(document, row)) {
      if (document.kind[cell] !== NODE_KIND.element || kind[cell] !== BOX.cell) continue;
      while (column < MAX_COLUMNS && (this.#taken[column] ?? 0) > 0) this.#taken[column++]!--;
      if (column >= MAX_COLUMNS) return;
      const count = Math.min(spanOf(this.#boxes, cell, "colspan"), MAX_COLUMNS - column);
      const rows = spanOf(this.#boxes, cell, "rowspan");
      place[cell] = column;
      this.#widen(column + count);
      for (let at = column; at < column + count; at++) this.#taken[at] = rows - 1;
      if (count === 1) this.#addCell(cell, column);
      else this.#spans.push({ cell, from: column, count });
      column += count;
    }
    for (; column < this.#taken.length; column++) if (this.#taken[column]! > 0) this.#taken[column]!--;
  }

  finish(): TableColumns {
    for (const span of this.#spans) this.#addSpan(span);
    return this.#columns;
  }

  #widen(count: number): void {
    const { least, most, percent, isFixed } = this.#columns;
    while (least.length < count) {
      least.push(0);
      most.push(0);
      percent.push(0);
      isFixed.push(false);
      if (this.#taken.length < least.length) this.#taken.push(0);
    }
  }

  #addCell(cell: number, column: number): void {
    const { least, most, percent, isFixed } = this.#columns;
    const { styles, minContent, maxContent } = this.#boxes;
    least[column] = Math.max(least[column]!, minContent[cell]!);
    most[column] = Math.max(most[column]!, maxContent[cell]!);
    const share = styles.boxes.percent(styles.record[cell]!, PROPERTY.width);
    percent[column] = Math.max(percent[column]!, share);
    if (share === 0 && !Number.isNaN(this.#boxes.length(cell, PROPERTY.width, 0))) isFixed[column] = true;
  }

  /** Distributes the missing width of a spanning cell over its columns without a fixed width. */
  #addSpan({ cell, from, count }: Span): void {
    const { least, most, isFixed, gap } = this.#columns;
    const free: number[] = [];
    for (let at = from; at < from + count; at++) if (!isFixed[at]) free.push(at);
    const inner = gap * (count - 1);
    for (const [list, wanted] of [
      [least, this.#boxes.minContent[cell]!],
      [most, this.#boxes.maxContent[cell]!],
    ] as const) {
      let sum = inner;
      for (let at = from; at < from + count; at++) sum += list[at]!;
      const spread = free.length === 0 ? Array.from({ length: count }, (_, at) => from + at) : free;
      if (sum < wanted) for (const at of spread) list[at]! += (wanted - sum) / spread.length;
    }
    for (let at = from; at < from + count; at++) most[at] = Math.max(most[at]!, least[at]!);
  }
}

/** Column widths for a table content box of `tableWidth`, gaps included. */
function columnWidths({ least, most, percent, isFixed, gap }: TableColumns, tableWidth: number): number[] {
  const available = Math.max(0, tableWidth - gap * (least.length + 1));
  const widths = least.map((min, at) => {
    if (percent[at]! > 0) return Math.max(min, (percent[at]! / 100) * available);
    return isFixed[at] ? Math.max(min, most[at]!) : min;
  });
  const isFree = least.map((_, at) => percent[at] === 0 && !isFixed[at]);
  const rest = available - sumOf(widths);
  if (rest < 0) return shrunk(widths, least, -rest);
  const wishes = widths.map((width, at) => (isFree[at] ? most[at]! - width : 0));
  const wished = sumOf(wishes);
  if (rest <= wished) return widths.map((width, at) => width + (wishes[at]! * rest) / (wished || 1));
  const grown = widths.map((width, at) => width + wishes[at]!);
  return stretched(grown, isFree, rest - wished);
}

function shrunk(widths: readonly number[], least: readonly number[], missing: number): number[] {
  const spare = widths.map((width, at) => width - least[at]!);
  const share = Math.min(1, missing / (sumOf(spare) || 1));
  return widths.map((width, at) => width - spare[at]! * share);
}

/** Distributes surplus width over the free columns by their size, or over all columns if none is free. */
function stretched(widths: readonly number[], isFree: readonly boolean[], free: number): number[] {
  const takes = isFree.includes(true) ? isFree : isFree.map(() => true);
  const weights = widths.map((width, at) => (takes[at] ? Math.max(width, 1) : 0));
  const total = sumOf(weights) || 1;
  return widths.map((width, at) => width + (free * weights[at]!) / total);
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at]!;
  return sum;
}

/** Sets left and width of the cells from the columns of their table. */
export class CellPlaces {
  readonly #boxes: Boxes;
  readonly #tables: ReadonlyMap<number, TableColumns>;
  readonly #starts = new Map<number, readonly number[]>();

  constructor(boxes: Boxes, tables: ReadonlyMap<number, TableColumns>) {
    this.#boxes = boxes;
    this.#tables = tables;
  }

  holdsCells(table: number): boolean {
    const { kind, document } = this.#boxes;
    for (const child of childNodes(document, table)) {
      if (kind[child] !== BOX.none) return kind[child] === BOX.cell;
    }
    return false;
  }

  /** Positions the cells of an open row, or of a table that acts as one. */
  place({ node, left, width }: Frame): void {
    const { document, kind, place, styles } = this.#boxes;
    const table = this.#tableAround(node);
    const columns = this.#tables.get(table);
    if (columns === undefined) return;
    const starts = this.#startsOf(table, columns, width);
    const isMirrored = styles.codes("direction")[node] === 1;
    for (const cell of childNodes(document, node)) {
      if (kind[cell] !== BOX.cell) continue;
      const from = place[cell]!;
      const to = Math.min(starts.length - 1, from + spanOf(this.#boxes, cell, "colspan"));
      const start = starts[from] ?? 0;
      const own = Math.max(0, (starts[to] ?? start) - start - columns.gap);
      this.#boxes.left[cell] = isMirrored ? left + width - start - own : left + start;
      this.#boxes.width[cell] = own;
      place[cell] = 0;
    }
  }

  #tableAround(node: number): number {
    const { document, kind } = this.#boxes;
    let table = node;
    for (let level = 0; level < LEVELS_TO_TABLE && !isTable(kind[table]!); level++) {
      table = Math.max(0, document.parent[table]!);
    }
    return table;
  }

  /** Left edges of a table's columns, with one more past the last. */
  #startsOf(table: number, columns: TableColumns, width: number): readonly number[] {
    const known = this.#starts.get(table);
    if (known !== undefined) return known;
    const starts = [columns.gap];
    for (const own of columnWidths(columns, width)) starts.push(starts.at(-1)! + own + columns.gap);
    this.#starts.set(table, starts);
    return starts;
  }
}
