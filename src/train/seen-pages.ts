import { createHash } from "node:crypto";

const FIRST_CAPACITY = 1024;
const MAX_LOAD = 3 / 4;

/** When something was first seen. */
export interface Sighting {
  /** The number of the page, from 1 up. */
  readonly page: number;
  /** A hash of what its label says. */
  readonly label: number;
}

/** Remembers ids, addresses and contents of pages in 20 to 40 bytes each: open addressing over 64 bits of their hashes. */
export class SeenPages {
  #size = 0;
  #keys = new Int32Array(FIRST_CAPACITY * 2);
  /** 0 where the slot is free. */
  #pages = new Int32Array(FIRST_CAPACITY);
  #labels = new Int32Array(FIRST_CAPACITY);

  /** When the key was seen before; where it was not, it is now. */
  note(key: string | Uint8Array, sighting: Sighting): Sighting | undefined {
    const digest = createHash("sha256").update(key).digest();
    const high = digest.readInt32LE(0);
    const low = digest.readInt32LE(4);
    if (this.#size + 1 > this.#pages.length * MAX_LOAD) this.#grow();
    const slot = this.#slotOf(high, low);
    const page = this.#pages[slot]!;
    if (page > 0) return { page, label: this.#labels[slot]! };
    this.#size++;
    this.#fill(slot, { high, low, ...sighting });
    return undefined;
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#pages.length - 1;
    let slot = high & mask;
    while (this.#pages[slot] !== 0 && (this.#keys[2 * slot] !== high || this.#keys[2 * slot + 1] !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #fill(slot: number, { high, low, page, label }: Sighting & { high: number; low: number }): void {
    this.#keys[2 * slot] = high;
    this.#keys[2 * slot + 1] = low;
    this.#pages[slot] = page;
    this.#labels[slot] = label;
  }

  #grow(): void {
    const keys = this.#keys;
    const pages = this.#pages;
    const labels = this.#labels;
    this.#keys = new Int32Array(keys.length * 2);
    this.#pages = new Int32Array(pages.length * 2);
    this.#labels = new Int32Array(labels.length * 2);
    pages.forEach((page, from) => {
      const [high, low] = [keys[2 * from]!, keys[2 * from + 1]!];
      if (page > 0) this.#fill(this.#slotOf(high, low), { high, low, page, label: labels[from]! });
    });
  }
}
