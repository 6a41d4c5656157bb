import { BOX_PROPERTY_COUNT, PROPERTY } from "./properties.ts";

/** Records past this many are not made: elements behind them have no lengths of their own. Pages have some thousands. */
const MAX_RECORDS = 200_000;
const FIRST_RECORDS = 256;
const AUTO_PROPERTIES = [
  ...(["width", "height", "max-width", "max-height"] as const),
  ...(["top", "right", "bottom", "left", "flex-basis"] as const),
].map((name) => PROPERTY[name]);

const MARGINS = (["margin-top", "margin-right", "margin-bottom", "margin-left"] as const).map(
  (name) => PROPERTY[name],
);
const KNOWS_AUTO = new Set([...AUTO_PROPERTIES, ...MARGINS]);

/** The lengths of boxes, a record for every element that has any; record 0 is that of all others. NaN stands for `auto`. */
export class BoxLengths {
  #pixels = new Float32Array(FIRST_RECORDS * BOX_PROPERTY_COUNT);
  #percents = new Float32Array(FIRST_RECORDS * BOX_PROPERTY_COUNT);
  #count = 0;

  constructor() {
    this.add();
  }

  /** A new record where nothing is said; 0 where there are too many. */
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

  /** Makes a length of a record `auto`, or nothing where the property knows no `auto`. */
  setAuto(record: number, property: number): void {
    this.set(record, property, KNOWS_AUTO.has(property) ? Number.NaN : 0, 0);
  }

  /** Sets a length of a record. */
  set(record: number, property: number, pixels: number, percent: number): void {
    if (record === 0) return;
    this.#pixels[record * BOX_PROPERTY_COUNT + property] = pixels;
    this.#percents[record * BOX_PROPERTY_COUNT + property] = percent;
  }

  /** Makes a length of a record that of another. */
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
