/** Writes one value after the other into a row. */
export class FeatureRow {
  #values: Float32Array = new Float32Array(0);
  #at = 0;

  /** Goes on at a place of some values. */
  begin(values: Float32Array, at: number): void {
    this.#values = values;
    this.#at = at;
  }

  /** Where the next value goes. */
  get at(): number {
    return this.#at;
  }

  /** Writes the next value. */
  put(value: number): void {
    this.#values[this.#at++] = value;
  }

  /** Writes 1 or 0. */
  putFlag(flag: boolean): void {
    this.#values[this.#at++] = flag ? 1 : 0;
  }

  /** Writes that nothing is known, `count` times. */
  skip(count: number): void {
    for (let left = count; left > 0; left--) this.#values[this.#at++] = Number.NaN;
  }
}
