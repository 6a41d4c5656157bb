import { childNodes } from "../../html/index.ts";
import { BOX } from "../style/properties.ts";
import { type Boxes, isTable } from "./boxes.ts";
import type { Frame } from "./frame.ts";
import { columnWidths, spanOf, type TableColumns } from "./table-columns.ts";

/** A row stands in a group, that in a table. */
const LEVELS_TO_TABLE = 2;

/** Gives the cells of rows the left edges and widths of their columns. */
export class CellPlaces {
  readonly #boxes: Boxes;
  readonly #tables: ReadonlyMap<number, TableColumns>;
  readonly #starts = new Map<number, readonly number[]>();

  constructor(boxes: Boxes, tables: ReadonlyMap<number, TableColumns>) {
    this.#boxes = boxes;
    this.#tables = tables;
  }

  /** Whether cells stand in a table without a row around them. */
  holdsCells(table: number): boolean {
    const { kind, document } = this.#boxes;
    for (const child of childNodes(document, table)) {
      if (kind[child] !== BOX.none) return kind[child] === BOX.cell;
    }
    return false;
  }

  /** Places the cells of an open row, or of a table that stands for one. */
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
