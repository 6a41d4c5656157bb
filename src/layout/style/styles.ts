import type { Document } from "../../html/index.ts";
import { BoxLengths } from "./box-lengths.ts";
import type { Declarations } from "./declarations.ts";
import { KEYWORD_PROPERTIES } from "./properties.data.ts";
import { BOX_PROPERTY_COUNT, PROPERTY } from "./properties.ts";
import type { Track } from "./tracks.ts";

const KEYWORD_COUNT = Object.keys(KEYWORD_PROPERTIES).length;
const BLACK = 0x000000ff;
const USUAL_FONT_SIZE = 16;
const USUAL_WEIGHT = 400;
/** What the line height of a font is where nobody says: that of Arial, Times and their kin. */
const NORMAL_LINE = 1.149;
/** What stands for "not said" among line heights. */
const NORMAL = 0;

/** Computed styles of a page: parallel arrays over the nodes of its Document, 0 at what is not displayed. */
export class Styles {
  readonly boxes = new BoxLengths();
  /** The record of an element among `boxes`. */
  readonly record: Int32Array;
  readonly keywords: readonly Uint8Array[];
  readonly fontSize: Float32Array;
  readonly fontWeight: Uint16Array;
  readonly fontFamily: Uint16Array;
  readonly color: Uint32Array;
  readonly background: Uint32Array;
  /** 1 where an element or one around it is see-through. */
  readonly isClear: Uint8Array;
  /** Index into the templates of grids, plus 1. */
  readonly gridTemplate: Uint16Array;
  readonly gridSpan: Uint8Array;
  /** Padding of cells that their table states; -1 where it states none. */
  readonly cellPadding: Float32Array;
  readonly #lineHeight: Float32Array;
  readonly #declarations: Declarations;

  constructor({ size }: Document, declarations: Declarations) {
    this.#declarations = declarations;
    this.record = new Int32Array(size);
    this.keywords = Array.from({ length: KEYWORD_COUNT }, () => new Uint8Array(size));
    this.fontSize = new Float32Array(size);
    this.fontWeight = new Uint16Array(size);
    this.fontFamily = new Uint16Array(size);
    this.color = new Uint32Array(size);
    this.background = new Uint32Array(size);
    this.isClear = new Uint8Array(size);
    this.gridTemplate = new Uint16Array(size);
    this.gridSpan = new Uint8Array(size);
    this.cellPadding = new Float32Array(size);
    this.#lineHeight = new Float32Array(size);
    this.fontSize[0] = USUAL_FONT_SIZE;
    this.fontWeight[0] = USUAL_WEIGHT;
    this.color[0] = BLACK;
    this.cellPadding[0] = -1;
  }

  /** The codes of a property whose values are words, by node. */
  codes(property: keyof typeof KEYWORD_PROPERTIES): Uint8Array {
    return this.keywords[PROPERTY[property] - BOX_PROPERTY_COUNT]!;
  }

  /** Sets a line height in pixels, or as a factor of the font size where that is what is inherited. */
  setLineHeight(node: number, value: number, unit: "pixels" | "factor" | "normal"): void {
    if (unit === "normal") this.#lineHeight[node] = NORMAL;
    else this.#lineHeight[node] = unit === "pixels" ? value : -value;
  }

  /** Takes over the line height of a parent. */
  inheritLineHeight(node: number, parent: number): void {
    this.#lineHeight[node] = this.#lineHeight[parent]!;
  }

  /** The height of a line of an element's text, in pixels. */
  lineHeight(node: number): number {
    const stated = this.#lineHeight[node]!;
    if (stated > 0) return stated;
    return stated < 0 ? -stated * this.fontSize[node]! : Math.round(NORMAL_LINE * this.fontSize[node]!);
  }

  /** The columns of a grid, undefined where none are stated. */
  tracks(node: number): readonly Track[] | undefined {
    return this.#declarations.templates[this.gridTemplate[node]! - 1];
  }

  /** Font stacks, by their codes. */
  get families(): readonly string[] {
    return this.#declarations.families;
  }
}
