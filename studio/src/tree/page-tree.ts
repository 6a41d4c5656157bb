import type { TreeRow } from "../../../src/server/studio/contract.ts";

/** A step from one node to another. */
export type Step = "parent" | "child" | "next" | "previous";

/** The name of rows that are text. */
export const TEXT = "";

/** Elements inside of a line of text. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var".split(
    " ",
  ),
);

const NONE = -1;

/**
 * The tree of a page over its rows in document order: the rows of a subtree follow their root. Rows are told by their place in
 * the list; nodes by the numbers that the server uses.
 */
export class PageTree {
  readonly rows: readonly TreeRow[];
  readonly #rowOf: ReadonlyMap<number, number>;
  readonly #parent: Int32Array;
  /** The row after the last one of the subtree. */
  readonly #end: Int32Array;

  constructor(rows: readonly TreeRow[]) {
    this.rows = rows;
    this.#rowOf = new Map(rows.map(([node], row) => [node, row]));
    this.#parent = new Int32Array(rows.length).fill(NONE);
    this.#end = new Int32Array(rows.length).fill(rows.length);
    const open: number[] = [];
    for (const [row, [, depth]] of rows.entries()) {
      while (open.length > 0 && (rows[open.at(-1) ?? 0]?.[1] ?? 0) >= depth) this.#end[open.pop() ?? 0] = row;
      this.#parent[row] = open.at(-1) ?? NONE;
      open.push(row);
    }
  }

  has(node: number): boolean {
    return this.#rowOf.has(node);
  }

  rowOf(node: number): number {
    return this.#rowOf.get(node) ?? NONE;
  }

  nodeAt(row: number): number | null {
    return this.rows[row]?.[0] ?? null;
  }

  endOf(row: number): number {
    return this.#end[row] ?? row + 1;
  }

  parentOf(row: number): number {
    return this.#parent[row] ?? NONE;
  }

  isText(node: number): boolean {
    return this.rows[this.rowOf(node)]?.[2] === TEXT;
  }

  /** The node itself, or the element around it where it is text. */
  elementOf(node: number): number {
    const row = this.rowOf(node);
    return this.isText(node) ? (this.nodeAt(this.parentOf(row)) ?? node) : node;
  }

  /** Whether the subtree of a node has another one. */
  holds(outer: number, inner: number): boolean {
    const outerRow = this.rowOf(outer);
    const innerRow = this.rowOf(inner);
    return outerRow >= 0 && innerRow > outerRow && innerRow < this.endOf(outerRow);
  }

  /** The nodes around a node, from the root to its parent. */
  pathTo(node: number): readonly number[] {
    const path: number[] = [];
    for (let row = this.parentOf(this.rowOf(node)); row >= 0; row = this.parentOf(row)) {
      path.unshift(this.rows[row]?.[0] ?? 0);
    }
    return path;
  }

  /** The node one step away; without a sibling, that of the nearest node around it which has one. */
  step(node: number, step: Step): number | null {
    const row = this.rowOf(node);
    if (row < 0) return this.nodeAt(0);
    if (step === "parent") return this.nodeAt(this.parentOf(row));
    if (step === "child") return this.endOf(row) > row + 1 ? this.nodeAt(row + 1) : null;
    if (step === "next") return this.nodeAt(this.endOf(row));
    return this.nodeAt(this.#before(row));
  }

  /** The nearest node around a node that has more text than it. */
  widen(node: number): number | null {
    const row = this.rowOf(node);
    const inside = this.#texts(row);
    for (let outer = this.parentOf(row); outer >= 0; outer = this.parentOf(outer)) {
      if (this.#texts(outer) > inside) return this.nodeAt(outer);
    }
    return null;
  }

  /** The part of a node with the most text, past nodes that have all of it. */
  narrow(node: number): number | null {
    let row = this.rowOf(node);
    const inside = this.#texts(row);
    while (row >= 0) {
      const largest = this.#largestChild(row);
      if (largest === NONE) return null;
      if (this.#texts(largest) < inside || this.endOf(largest) === largest + 1) return this.nodeAt(largest);
      row = largest;
    }
    return null;
  }

  /** The texts below a node, except where `isCut` says that a node has a label of its own. */
  leavesOf(node: number, isCut: (node: number) => boolean = () => false): readonly number[] {
    const found: number[] = [];
    const start = this.rowOf(node);
    if (start < 0) return found;
    for (let row = start; row < this.endOf(start); row += 1) {
      const [inner, , name, text] = this.rows[row] ?? [0, 0, "", ""];
      if (isCut(inner)) row = this.endOf(row) - 1;
      else if (name === TEXT && text.trim() !== "") found.push(inner);
    }
    return found;
  }

  textOf(node: number): string {
    return this.rows[this.rowOf(node)]?.[3] ?? "";
  }

  /** The element of a text that starts a line: past links and emphasis. */
  blockOf(node: number): number {
    let row = this.parentOf(this.rowOf(node));
    while (INLINE.has(this.rows[row]?.[2] ?? "")) row = this.parentOf(row);
    return row;
  }

  #texts(row: number): number {
    let length = 0;
    for (let each = row; each < this.endOf(row); each += 1) {
      const [, , name, text] = this.rows[each] ?? [0, 0, "", ""];
      if (name === TEXT) length += text.length;
    }
    return length;
  }

  #largestChild(row: number): number {
    let largest = NONE;
    let most = -1;
    for (let child = row + 1; child < this.endOf(row); child = this.endOf(child)) {
      const length = this.#texts(child);
      if (length > most) [largest, most] = [child, length];
    }
    return largest;
  }

  /** The sibling before, or the parent where there is none. */
  #before(row: number): number {
    const parent = this.parentOf(row);
    let before = parent;
    for (let child = parent + 1; child < row; child = this.endOf(child)) before = child;
    return before;
  }
}
