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

/** The working state of a layout: parallel arrays over nodes. */
export class Boxes {
  readonly document: Document;
  readonly styles: Styles;
  readonly texts: TextSizes;
  /** The computed `display` (`BOX`), except that an inline element with block children counts as a block. */
  readonly kind: Uint8Array;
  readonly left: Float32Array;
  readonly top: Float32Array;
  /** Border boxes. */
  readonly width: Float32Array;
  readonly height: Float32Array;
  /** Max-content and min-content widths of the border box. */
  readonly maxContent: Float32Array;
  readonly minContent: Float32Array;
  /** How far an element and its subtree move once its line or row is complete. */
  readonly shiftX: Float32Array;
  readonly shiftY: Float32Array;
  /** How far the children of an element move. */
  readonly innerShiftY: Float32Array;
  /** The column of a cell, or the row of an item. */
  readonly place: Int32Array;
  /** 1 for inline elements that have a box. */
  readonly hasBox: Uint8Array;

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
    this.maxContent = new Float32Array(size);
    this.minContent = new Float32Array(size);
    this.shiftX = new Float32Array(size);
    this.shiftY = new Float32Array(size);
    this.innerShiftY = new Float32Array(size);
    this.place = new Int32Array(size);
    this.hasBox = new Uint8Array(size);
  }

  /** A length of an element where percentages refer to `whole`; NaN where it is `auto`. */
  length(node: number, property: number, whole: number): number {
    const record = this.styles.record[node]!;
    return this.styles.boxes.resolve(record, property, whole);
  }

  /** A length of an element where `auto` counts as 0. */
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

  /** The difference between a stated `width` and the border-box width. */
  addedToWidth(node: number, whole: number): number {
    return this.styles.codes("box-sizing")[node] === 1 ? 0 : this.edgesAcross(node, whole);
  }

  /** The difference between a stated `height` and the border-box height. */
  addedToHeight(node: number, whole: number): number {
    if (this.styles.codes("box-sizing")[node] === 1) return 0;
    return this.edge(node, "top", whole) + this.edge(node, "bottom", whole);
  }

  /** The stated `width` as a border-box width; NaN where it is `auto`. */
  statedWidth(node: number, whole: number): number {
    const stated = this.length(node, PROPERTY.width, whole);
    if (Number.isNaN(stated)) return stated;
    return Math.max(stated + this.addedToWidth(node, whole), this.edgesAcross(node, whole));
  }

  /** A border-box width clamped to `min-width` and `max-width`. */
  clampWidth(node: number, width: number, whole: number): number {
    if (this.styles.record[node] === 0) return width;
    const added = this.addedToWidth(node, whole);
    const most = this.length(node, PROPERTY["max-width"], whole) + added;
    const least = this.lengthOrZero(node, PROPERTY["min-width"], whole) + added;
    return Math.max(Number.isNaN(most) ? width : Math.min(most, width), least);
  }

  /** The fit-content width of the border box. */
  fitContent(node: number, available: number): number {
    return Math.min(Math.max(this.minContent[node]!, available), this.maxContent[node]!);
  }

  /** Left and right margins, `auto` as 0. */
  marginsAcross(node: number, whole: number): number {
    if (this.styles.record[node] === 0) return 0;
    return (
      this.lengthOrZero(node, PROPERTY["margin-left"], whole) +
      this.lengthOrZero(node, PROPERTY["margin-right"], whole)
    );
  }

  /** Extends the box of an inline element by an area. */
  cover(node: number, area: Readonly<Record<Side, number>>): void {
    const { left, top, width, height } = this;
    const isFirst = this.hasBox[node] === 0;
    const right = isFirst ? area.right : Math.max(left[node]! + width[node]!, area.right);
    const bottom = isFirst ? area.bottom : Math.max(top[node]! + height[node]!, area.bottom);
    this.hasBox[node] = 1;
    left[node] = isFirst ? area.left : Math.min(left[node]!, area.left);
    top[node] = isFirst ? area.top : Math.min(top[node]!, area.top);
    width[node] = right - left[node]!;
    height[node] = bottom - top[node]!;
  }

  /** Whether a block starts a block formatting context: floats and margins stay inside it. */
  isFormattingContext(node: number): boolean {
    const own = this.kind[node]!;
    return (
      this.document.parent[node] === 0 ||
      this.styles.codes("overflow")[node] !== 0 ||
      (own !== BOX.block && own !== BOX.listItem && own !== BOX.contents)
    );
  }

  /** Whether an element is absolutely positioned or fixed. */
  isAbsolute(node: number): boolean {
    return this.styles.codes("position")[node]! >= 2;
  }
}

/** Whether a box of a kind is laid out in a line of text. */
export function isInlineLevel(kind: number): boolean {
  return (
    kind === BOX.inline ||
    kind === BOX.inlineBlock ||
    kind === BOX.inlineFlex ||
    kind === BOX.inlineGrid ||
    kind === BOX.inlineTable
  );
}

/** Whether a box of a kind is a flex container. */
export function isFlex(kind: number): boolean {
  return kind === BOX.flex || kind === BOX.inlineFlex;
}

/** Whether a box of a kind is a grid container. */
export function isGrid(kind: number): boolean {
  return kind === BOX.grid || kind === BOX.inlineGrid;
}

/** Whether a box of a kind is a table. */
export function isTable(kind: number): boolean {
  return kind === BOX.table || kind === BOX.inlineTable;
}
