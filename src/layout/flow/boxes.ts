import type { Document } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import type { Styles } from "../style/styles.ts";
import type { TextSizes } from "./text-sizes.ts";

/** A side of a box. */
export type Side = "top" | "right" | "bottom" | "left";

const EDGES: Readonly<Record<Side, readonly [padding: number, border: number]>> = {
  top: [PROPERTY["padding-top"], PROPERTY["border-top-width"]],
  right: [PROPERTY["padding-right"], PROPERTY["border-right-width"]],
  bottom: [PROPERTY["padding-bottom"], PROPERTY["border-bottom-width"]],
  left: [PROPERTY["padding-left"], PROPERTY["border-left-width"]],
};

/** Boxes of a page while they are laid out: parallel arrays over nodes. */
export class Boxes {
  readonly document: Document;
  readonly styles: Styles;
  readonly texts: TextSizes;
  /** How an element takes part in the flow: its `display`, but an inline element that holds blocks is one. */
  readonly kind: Uint8Array;
  readonly left: Float32Array;
  readonly top: Float32Array;
  /** Border boxes. */
  readonly width: Float32Array;
  readonly height: Float32Array;
  /** Border-box widths as content asks for them: without breaks where it can, and with as many as it can. */
  readonly mostWidth: Float32Array;
  readonly leastWidth: Float32Array;
  /** How far an element moves once its line or row is done, with all that it holds. */
  readonly shiftX: Float32Array;
  readonly shiftY: Float32Array;
  /** How far what an element holds moves. */
  readonly innerShiftY: Float32Array;
  /** The column of a cell, or the row of an item. */
  readonly place: Int32Array;

  constructor(document: Document, styles: Styles, texts: TextSizes) {
    const { size } = document;
    this.document = document;
    this.styles = styles;
    this.texts = texts;
    this.kind = styles.codes("display").slice();
    this.left = new Float32Array(size);
    this.top = new Float32Array(size);
    this.width = new Float32Array(size);
    this.height = new Float32Array(size);
    this.mostWidth = new Float32Array(size);
    this.leastWidth = new Float32Array(size);
    this.shiftX = new Float32Array(size);
    this.shiftY = new Float32Array(size);
    this.innerShiftY = new Float32Array(size);
    this.place = new Int32Array(size);
  }

  /** A length of an element where percentages refer to `whole`; NaN where it is `auto`. */
  length(node: number, property: number, whole: number): number {
    const record = this.styles.record[node]!;
    return this.styles.boxes.resolve(record, property, whole);
  }

  /** A length of an element where `auto` counts as nothing. */
  lengthOrZero(node: number, property: number, whole: number): number {
    const length = this.length(node, property, whole);
    return Number.isNaN(length) ? 0 : length;
  }

  /** Padding and border of one side. */
  edge(node: number, side: Side, whole: number): number {
    const record = this.styles.record[node]!;
    if (record === 0) return 0;
    const { boxes } = this.styles;
    return Math.max(0, boxes.resolve(record, EDGES[side][0], whole)) + boxes.pixels(record, EDGES[side][1]);
  }

  /** Padding and border of both sides of the width. */
  edgesAcross(node: number, whole: number): number {
    return this.styles.record[node] === 0
      ? 0
      : this.edge(node, "left", whole) + this.edge(node, "right", whole);
  }

  /** What must be added to a stated width to make it that of the border box. */
  addedToWidth(node: number, whole: number): number {
    return this.styles.codes("box-sizing")[node] === 1 ? 0 : this.edgesAcross(node, whole);
  }

  /** What must be added to a stated height to make it that of the border box. */
  addedToHeight(node: number, whole: number): number {
    if (this.styles.codes("box-sizing")[node] === 1) return 0;
    return this.edge(node, "top", whole) + this.edge(node, "bottom", whole);
  }

  /** The width that an element states, as that of its border box; NaN where it states none. */
  statedWidth(node: number, whole: number): number {
    const stated = this.length(node, PROPERTY.width, whole);
    if (Number.isNaN(stated)) return stated;
    return Math.max(stated + this.addedToWidth(node, whole), this.edgesAcross(node, whole));
  }

  /** A border-box width inside the least and the most that an element states. */
  clampWidth(node: number, width: number, whole: number): number {
    if (this.styles.record[node] === 0) return width;
    const added = this.addedToWidth(node, whole);
    const most = this.length(node, PROPERTY["max-width"], whole) + added;
    const least = this.lengthOrZero(node, PROPERTY["min-width"], whole) + added;
    return Math.max(Number.isNaN(most) ? width : Math.min(most, width), least);
  }

  /** A border-box width as content asks for it, in what room there is. */
  fitWidth(node: number, available: number): number {
    return Math.min(Math.max(this.leastWidth[node]!, available), this.mostWidth[node]!);
  }

  /** Margins of both sides, `auto` as nothing. */
  marginsAcross(node: number, whole: number): number {
    if (this.styles.record[node] === 0) return 0;
    return (
      this.lengthOrZero(node, PROPERTY["margin-left"], whole) +
      this.lengthOrZero(node, PROPERTY["margin-right"], whole)
    );
  }

  /** Whether a block keeps its floats and margins to itself. */
  isApart(node: number): boolean {
    const own = this.kind[node]!;
    return (
      this.document.parent[node] === 0 ||
      this.styles.codes("overflow")[node] !== 0 ||
      (own !== BOX.block && own !== BOX.listItem && own !== BOX.contents)
    );
  }

  /** Whether an element is taken out of the flow. */
  isAbsolute(node: number): boolean {
    return this.styles.codes("position")[node]! >= 2;
  }
}

/** Whether a box stands in a line of text, by its kind. */
export function isInlineLevel(kind: number): boolean {
  return (
    kind === BOX.inline ||
    kind === BOX.inlineBlock ||
    kind === BOX.inlineFlex ||
    kind === BOX.inlineGrid ||
    kind === BOX.inlineTable
  );
}

/** Whether a box is a flex container, by its kind. */
export function isFlex(kind: number): boolean {
  return kind === BOX.flex || kind === BOX.inlineFlex;
}

/** Whether a box is a grid, by its kind. */
export function isGrid(kind: number): boolean {
  return kind === BOX.grid || kind === BOX.inlineGrid;
}

/** Whether a box is a table, by its kind. */
export function isTable(kind: number): boolean {
  return kind === BOX.table || kind === BOX.inlineTable;
}
