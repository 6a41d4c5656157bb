import { BLOCK_FEATURES, type FeatureFamily } from "./block-features.data.ts";

/** Writes one value of a row after the other. */
export class FeatureRows {
  readonly count: number;
  readonly width: number = BLOCK_FEATURES.length;
  readonly values: Float32Array;
  #at = 0;

  constructor(count: number) {
    this.count = count;
    this.values = new Float32Array(count * this.width);
  }

  /** Writes the next value. */
  put(value: number): void {
    this.values[this.#at++] = value;
  }

  /** Writes 1 or 0. */
  putFlag(flag: boolean): void {
    this.values[this.#at++] = flag ? 1 : 0;
  }

  /** Writes that nothing is known, `count` times. */
  skip(count: number): void {
    for (let left = count; left > 0; left--) this.values[this.#at++] = Number.NaN;
  }

  /** Has every row's columns of a family written, in the order of the table. */
  fill(family: FeatureFamily, write: (block: number) => void): void {
    const first = BLOCK_FEATURES.findIndex((feature) => feature.family === family);
    const columns = BLOCK_FEATURES.filter((feature) => feature.family === family).length;
    for (let block = 0; block < this.count; block++) {
      const start = block * this.width + first;
      this.#at = start;
      write(block);
      if (this.#at !== start + columns) {
        throw new RangeError(`Write ${columns} values for the family ${family}, not ${this.#at - start}.`);
      }
    }
  }
}
