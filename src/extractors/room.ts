/** An array for more is its page's alone, and goes with it. */
const KEPT_LENGTH = 65_536;

/** An array for one page after another: what it gives is good until the next page, and holds anything. */
export class Room<Numbers extends Int32Array | Float64Array> {
  readonly #make: (length: number) => Numbers;
  #array: Numbers;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#array = make(0);
  }

  /** So many numbers. */
  of(count: number): Numbers {
    if (count > KEPT_LENGTH) return this.#make(count);
    if (count > this.#array.length) this.#array = this.#make(roomFor(count));
    return this.#array.subarray(0, count) as Numbers;
  }
}

/** Half as much again for larger pages to come, but no more than is kept. */
function roomFor(count: number): number {
  return Math.min(KEPT_LENGTH, count + (count >> 1));
}
