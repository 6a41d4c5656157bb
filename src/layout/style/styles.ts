import type { Document } from "../../html/index.ts";
import type { Declarations } from "./declarations.ts";
import { KEYWORD_PROPERTIES } from "./properties.data.ts";
import { BOX_PROPERTY_COUNT, PROPERTY } from "./properties.ts";
import type { Track } from "./values.ts";

const KEYWORD_COUNT = Object.keys(KEYWORD_PROPERTIES).length;
const BLACK = 0x000000ff;
const USUAL_FONT_SIZE = 16;
const USUAL_WEIGHT = 400;
/** `line-height: normal` of Arial, Times and similar fonts. */
const NORMAL_LINE = 1.149;
/** Sentinel value for `line-height: normal`. */
const NORMAL = 0;

/** Computed styles of a page: parallel arrays over nodes, 0 where an element is not displayed. */
export class Styles {
  readonly boxes = new BoxLengths();
  /** Index of an element's record in `boxes`. */
  readonly record: Int32Array;
  readonly keywords: readonly Uint8Array[];
  readonly fontSize: Float32Array;
  readonly fontWeight: Uint16Array;
  readonly fontFamily: Uint16Array;
  readonly color: Uint32Array;
  readonly background: Uint32Array;
  /** 1 where an element or an ancestor has opacity 0. */
  readonly isTransparent: Uint8Array;
  /** Index into the grid templates, plus 1. */
  readonly gridTemplate: Uint16Array;
  readonly gridSpan: Uint8Array;
  /** `cellpadding` of the table around, or -1. */
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
    this.isTransparent = new Uint8Array(size);
    this.gridTemplate = new Uint16Array(size);
    this.gridSpan = new Uint8Array(size);
    this.cellPadding = new Float32Array(size);
    this.#lineHeight = new Float32Array(size);
    this.fontSize[0] = USUAL_FONT_SIZE;
    this.fontWeight[0] = USUAL_WEIGHT;
    this.color[0] = BLACK;
    this.cellPadding[0] = -1;
  }

  /** The codes of a keyword property, by node. */
  codes(property: keyof typeof KEYWORD_PROPERTIES): Uint8Array {
    return this.keywords[PROPERTY[property] - BOX_PROPERTY_COUNT]!;
  }

  /** Sets a line height; a factor is inherited as a factor, not as pixels. */
  setLineHeight(node: number, value: number, unit: "pixels" | "factor" | "normal"): void {
    if (unit === "normal") this.#lineHeight[node] = NORMAL;
    else this.#lineHeight[node] = unit === "pixels" ? value : -value;
  }

  inheritLineHeight(node: number, parent: number): void {
    this.#lineHeight[node] = this.#lineHeight[parent]!;
  }

  /** The height of a line of an element's text, in pixels. */
  lineHeight(node: number): number {
    const stated = this.#lineHeight[node]!;
    if (stated > 0) return stated;
    return stated < 0 ? -stated * this.fontSize[node]! : Math.round(NORMAL_LINE * this.fontSize[node]!);
  }

  /** The columns of a grid, if stated. */
  tracks(node: number): readonly Track[] | undefined {
    return this.#declarations.templates[this.gridTemplate[node]! - 1];
  }

  /** Font stacks by code. */
  get families(): readonly string[] {
    return this.#declarations.families;
  }
}

const FIRST_RECORDS = 256;

/** Pages have some thousands of records; elements beyond this share record 0. */
const MAX_RECORDS = 200_000;

const AUTO_PROPERTIES = [
  PROPERTY.width,
  PROPERTY.height,
  PROPERTY["max-width"],
  PROPERTY["max-height"],
  PROPERTY.top,
  PROPERTY.right,
  PROPERTY.bottom,
  PROPERTY.left,
  PROPERTY["flex-basis"],
];

const MARGINS = (["margin-top", "margin-right", "margin-bottom", "margin-left"] as const).map(
  (name) => PROPERTY[name],
);
const ALLOWS_AUTO = new Set([...AUTO_PROPERTIES, ...MARGINS]);

/** Box lengths, one record per element that states any; record 0 is shared by all others. NaN means `auto`. */
class BoxLengths {
  #pixels = new Float32Array(FIRST_RECORDS * BOX_PROPERTY_COUNT);
  #percents = new Float32Array(FIRST_RECORDS * BOX_PROPERTY_COUNT);
  #count = 0;

  constructor() {
    this.add();
  }

  /** Adds a record of initial values; returns 0 if there are too many. */
  add(): number {
    if (this.#count >= MAX_RECORDS) return 0;
    const record = this.#count++;
    const start = record * BOX_PROPERTY_COUNT;
    if (start + BOX_PROPERTY_COUNT > this.#pixels.length) this.#grow();
    for (let at = 0; at < AUTO_PROPERTIES.length; at++)
      this.#pixels[start + AUTO_PROPERTIES[at]!] = Number.NaN;
    this.#pixels[start + PROPERTY["flex-shrink"]] = 1;
    return record;
  }

  /** Sets a length to `auto`, or to 0 where the property does not allow `auto`. */
  setAuto(record: number, property: number): void {
    this.set(record, property, ALLOWS_AUTO.has(property) ? Number.NaN : 0, 0);
  }

  set(record: number, property: number, pixels: number, percent: number): void {
    if (record === 0) return;
    this.#pixels[record * BOX_PROPERTY_COUNT + property] = pixels;
    this.#percents[record * BOX_PROPERTY_COUNT + property] = percent;
  }

  /** Copies a length from another record. */
  copy(record: number, property: number, from: number): void {
    this.set(record, property, this.pixels(from, property), this.percent(from, property));
  }

  /** A length without its percentage; NaN where it is `auto`. */
  pixels(record: number, property: number): number {
    return this.#pixels[record * BOX_PROPERTY_COUNT + property]!;
  }

  /** The percentage of a length, from 0 to 100. */
  percent(record: number, property: number): number {
    return this.#percents[record * BOX_PROPERTY_COUNT + property]!;
  }

  /** A length where percentages refer to `whole`; NaN where it is `auto`. */
  resolve(record: number, property: number, whole: number): number {
    const at = record * BOX_PROPERTY_COUNT + property;
    const percent = this.#percents[at]!;
    return percent === 0 ? this.#pixels[at]! : this.#pixels[at]! + (percent / 100) * whole;
  }

  #grow(): void {
    this.#pixels = grown(this.#pixels);
    this.#percents = grown(this.#percents);
  }
}

function grown(from: Float32Array): Float32Array<ArrayBuffer> {
  const to = new Float32Array(from.length * 2);
  to.set(from);
  return to;
}
