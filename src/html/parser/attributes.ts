import { type AttributeRanges, readValue } from "../document.ts";
import type { Markup } from "../markup.ts";
import { grownArray } from "./tree.ts";

const FIRST_ATTRIBUTES = 1 << 12;
/** Larger arrays are freed after a page. */
const MAX_KEPT_ATTRIBUTES = 1 << 18;
/** Tags are counted from 0 again after the page that passes this; no page is long enough to overflow from here. */
const MAX_TAGS = 2 ** 30;

/** The attributes of all elements of a page, as numbers of names and ranges of the source. */
export class Attributes {
  count = 0;
  name = new Int32Array(FIRST_ATTRIBUTES);
  /** The start of the value, as the complement if decoding changes it: it has character references, carriage returns or NUL. */
  from = new Int32Array(FIRST_ATTRIBUTES);
  to = new Int32Array(FIRST_ATTRIBUTES);
  /** By name: the last tag that had it. */
  #seenOn = new Int32Array(FIRST_ATTRIBUTES);
  /** Counted over all pages, so that `#seenOn` need not be cleared between them. */
  #tags = 0;

  /** Starts a page. */
  reset(): void {
    this.count = 0;
  }

  /** Frees the arrays of a huge page. */
  release(): void {
    this.count = 0;
    if (this.name.length > MAX_KEPT_ATTRIBUTES) this.#resize(FIRST_ATTRIBUTES);
    if (this.#seenOn.length <= MAX_KEPT_ATTRIBUTES && this.#tags < MAX_TAGS) return;
    this.#seenOn = new Int32Array(FIRST_ATTRIBUTES);
    this.#tags = 0;
  }

  /** Starts a tag. */
  nextTag(): void {
    this.#tags++;
  }

  /** Adds an attribute, unless its tag has one of that name. */
  add(name: number, from: number, to: number): void {
    if (name >= this.#seenOn.length) this.#seenOn = grownArray(this.#seenOn, 2 * name);
    if (this.#seenOn[name] === this.#tags) return;
    this.#seenOn[name] = this.#tags;
    this.put(name, from, to);
  }

  /** Adds an attribute that is known to be new. */
  put(name: number, from: number, to: number): void {
    if (this.count === this.name.length) this.#resize(2 * this.count);
    const at = this.count++;
    this.name[at] = name;
    this.from[at] = from;
    this.to[at] = to;
  }

  /** The value of an attribute. */
  valueAt(at: number, source: Markup): string {
    return readValue(source, this.from[at]!, this.to[at]!);
  }

  /** The length of the attributes of a tag as written, without the name of the first. */
  lengthOf(from: number, to: number): number {
    if (from === to) return 0;
    const start = this.from[from]!;
    return this.to[to - 1]! - (start < 0 ? ~start : start);
  }

  /** The index of an attribute by its name in a range, or -1. */
  find(name: number, from: number, to: number): number {
    for (let at = from; at < to; at++) if (this.name[at] === name) return at;
    return -1;
  }

  #resize(length: number): void {
    this.name = grownArray(this.name, length);
    this.from = grownArray(this.from, length);
    this.to = grownArray(this.to, length);
  }
}

/** Scratch buffer, reused for the next page. */
const copied = new Attributes();

/**
 * The attributes of a tree in document order. The parser has them in the order of its tags, which is the same on most pages:
 * they are copied only from the first element on that was copied, moved or left out.
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
