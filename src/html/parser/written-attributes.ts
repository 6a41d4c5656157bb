import type { AttributeRanges } from "../attribute-table.ts";
import { Attributes } from "./attributes.ts";

/** The copy, used again for the next page. */
const copied = new Attributes();

/**
 * The attributes of a tree in document order. The parser has them in the order of its tags, which is the same on most pages:
 * they are copied one by one only from where an element was copied, moved or left out.
 */
export class WrittenAttributes {
  count = 0;
  readonly #read: Attributes;
  #isCopied = false;

  constructor(read: Attributes) {
    this.#read = read;
  }

  /** Adds the attributes in a range of those that were read. */
  add(from: number, to: number): void {
    if (from === to) return;
    if (!this.#isCopied) {
      if (from === this.count) {
        this.count = to;
        return;
      }
      this.#isCopied = true;
      copied.reset();
      this.#copy(0, this.count);
    }
    this.#copy(from, to);
    this.count = copied.count;
  }

  /** All that were added. */
  finish(): AttributeRanges {
    const { count } = this;
    const { name, from, to } = this.#isCopied ? copied : this.#read;
    const ranges = { name: name.slice(0, count), from: from.slice(0, count), to: to.slice(0, count) };
    copied.release();
    return ranges;
  }

  #copy(from: number, to: number): void {
    const read = this.#read;
    for (let at = from; at < to; at++) copied.put(read.name[at]!, read.from[at]!, read.to[at]!);
  }
}
