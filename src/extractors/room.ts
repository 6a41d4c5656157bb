/** Room for more is given back at the next page that needs less. */
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
    const { length } = this.#array;
    const isTooLong = length > KEPT_LENGTH && count <= KEPT_LENGTH;
    if (count > length || isTooLong) this.#array = this.#make(roomFor(count));
    return this.#array.subarray(0, count) as Numbers;
  }
}

/** Half as much again for larger pages to come, but no more than is kept: that would be given back at once. */
function roomFor(count: number): number {
  return Math.max(count, Math.min(KEPT_LENGTH, count + (count >> 1)));
}
