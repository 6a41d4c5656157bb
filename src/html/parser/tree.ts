import { type AttributeRanges, readValue } from "../document.ts";
import { type Markup, normalizeNewlines, textOf } from "../markup.ts";

/** The kinds of nodes of the parse tree; those of documents, elements and texts equal `NODE_KIND`. */
export const KIND = { document: 0, element: 1, text: 2, comment: 3 } as const;

const FIRST_NODES = 1 << 12;
/** Larger arrays are freed after a page. */
const MAX_KEPT_NODES = 1 << 18;

/**
 * The tree under construction: nodes are numbers in order of creation, linked both ways so that any of them can be moved.
 * The arrays are reused for the next page.
 */
export class ParseTree {
  size = 0;
  /** How many of the nodes are comments. */
  comments = 0;
  kind = new Uint8Array(FIRST_NODES);
  /** Name and namespace of an element. */
  key = new Int32Array(FIRST_NODES);
  parent = new Int32Array(FIRST_NODES);
  first = new Int32Array(FIRST_NODES);
  last = new Int32Array(FIRST_NODES);
  next = new Int32Array(FIRST_NODES);
  previous = new Int32Array(FIRST_NODES);
  /** The attributes of an element; the range of a text or comment in the source, or the complement of its index in `strings`. */
  from = new Int32Array(FIRST_NODES);
  to = new Int32Array(FIRST_NODES);
  /** Texts that are not in the source as they are. */
  strings: string[] = [];

  /** Empties the tree but for the document node. */
  reset(): void {
    this.size = 0;
    this.comments = 0;
    this.strings = [];
    this.add(KIND.document, 0, 0, 0);
  }

  /** Empties the tree, and frees the arrays of a huge page. */
  release(): void {
    this.size = 0;
    this.strings = [];
    if (this.kind.length > MAX_KEPT_NODES) this.#resize(FIRST_NODES);
  }

  /** Makes a detached node. */
  add(kind: number, key: number, from: number, to: number): number {
    if (this.size === this.kind.length) this.#resize(2 * this.size);
    const node = this.size++;
    if (kind === KIND.comment) this.comments++;
    this.kind[node] = kind;
    this.key[node] = key;
    this.parent[node] = -1;
    this.first[node] = -1;
    this.last[node] = -1;
    this.next[node] = -1;
    this.previous[node] = -1;
    this.from[node] = from;
    this.to[node] = to;
    return node;
  }

  append(parent: number, node: number): void {
    const last = this.last[parent]!;
    this.parent[node] = parent;
    this.previous[node] = last;
    this.last[parent] = node;
    if (last < 0) this.first[parent] = node;
    else this.next[last] = node;
  }

  insertBefore(node: number, sibling: number): void {
    const parent = this.parent[sibling]!;
    const previous = this.previous[sibling]!;
    this.parent[node] = parent;
    this.previous[node] = previous;
    this.next[node] = sibling;
    this.previous[sibling] = node;
    if (previous < 0) this.first[parent] = node;
    else this.next[previous] = node;
  }

  /** Detaches a node with its subtree. */
  remove(node: number): void {
    const parent = this.parent[node]!;
    if (parent < 0) return;
    const previous = this.previous[node]!;
    const next = this.next[node]!;
    if (previous < 0) this.first[parent] = next;
    else this.next[previous] = next;
    if (next < 0) this.last[parent] = previous;
    else this.previous[next] = previous;
    this.parent[node] = -1;
    this.previous[node] = -1;
    this.next[node] = -1;
  }

  /** Moves all children of a node to the end of another. */
  moveChildren(from: number, to: number): void {
    const first = this.first[from]!;
    if (first < 0) return;
    for (let child = first; child >= 0; child = this.next[child]!) this.parent[child] = to;
    const last = this.last[to]!;
    if (last < 0) this.first[to] = first;
    else this.next[last] = first;
    this.previous[first] = last;
    this.last[to] = this.last[from]!;
    this.first[from] = -1;
    this.last[from] = -1;
  }

  textOf(node: number, source: Markup): string {
    return this.#textOf(source, this.from[node]!, this.to[node]!);
  }

  extendText(node: number, source: Markup, from: number, to: number): void {
    if (this.from[node]! >= 0 && from >= 0 && this.to[node] === from) this.to[node] = to;
    else {
      const added = this.#textOf(source, from, to);
      const own = this.from[node]!;
      if (own < 0) this.strings[~own] += added;
      else this.from[node] = ~(this.strings.push(this.#textOf(source, own, this.to[node]!) + added) - 1);
    }
  }

  #textOf(source: Markup, from: number, to: number): string {
    return from < 0 ? this.strings[~from]! : normalizeNewlines(textOf(source, from, to));
  }

  #resize(length: number): void {
    const grow = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from.subarray(0, Math.min(length, this.size)));
      return to;
    };
    this.kind = grow(this.kind, new Uint8Array(length));
    this.key = grow(this.key, new Int32Array(length));
    this.parent = grow(this.parent, new Int32Array(length));
    this.first = grow(this.first, new Int32Array(length));
    this.last = grow(this.last, new Int32Array(length));
    this.next = grow(this.next, new Int32Array(length));
    this.previous = grow(this.previous, new Int32Array(length));
    this.from = grow(this.from, new Int32Array(length));
    this.to = grow(this.to, new Int32Array(length));
  }
}

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

  /** Adds a range of other attributes. */
  append(other: Attributes, from: number, to: number): void {
    for (let at = from; at < to; at++) this.put(other.name[at]!, other.from[at]!, other.to[at]!);
  }

  /** Copies of what is in use of the arrays. */
  finish(): AttributeRanges {
    const { count } = this;
    return {
      name: this.name.slice(0, count),
      from: this.from.slice(0, count),
      to: this.to.slice(0, count),
    };
  }

  #resize(length: number): void {
    this.name = grownArray(this.name, length);
    this.from = grownArray(this.from, length);
    this.to = grownArray(this.to, length);
  }
}

/** A copy of an array with another length, filled up with `rest`. */
export function grownArray(
  array: Int32Array<ArrayBuffer>,
  length: number,
  rest = 0,
): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(array.subarray(0, length));
  if (rest !== 0 && array.length < length) to.fill(rest, array.length);
  return to;
}
