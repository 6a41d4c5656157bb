import { type Document, NODE_KIND } from "./document.ts";
import { TAG, tagId } from "./tags.ts";
import { type AttributeLists, type MarkupAttribute, ownVisibility } from "./visibility.ts";

const MIN_CAPACITY = 64;

/** Builds a Document from open, text and close calls in document order; the first open is the document node. */
export class TreeWriter {
  #capacity: number;
  #size = 0;
  #kind: Uint8Array;
  #tag: Uint8Array;
  #flags: Uint8Array;
  #parent: Int32Array;
  #firstChild: Int32Array;
  #nextSibling: Int32Array;
  #end: Int32Array;
  #attributeStart: Int32Array;
  #textStart: Int32Array;
  #textEnd: Int32Array;
  #current = -1;
  /** The last finished child of the open element. */
  #previous = -1;
  /** Joined at the end: a text that grows by appending stays a pair of texts, whose units are read a third slower. */
  readonly #texts: string[] = [];
  #textLength = 0;
  /** The attributes so far; those of the element that `openTag` opened are added here by its caller. */
  readonly attributes: AttributeLists = { names: [], values: [] };
  readonly #otherNames = new Map<number, string>();
  readonly #code = new Map<number, string>();

  /** `nodeCount` is how many there will be, about. */
  constructor(nodeCount: number) {
    this.#capacity = Math.max(MIN_CAPACITY, Math.ceil(nodeCount));
    const capacity = this.#capacity;
    this.#kind = new Uint8Array(capacity);
    this.#tag = new Uint8Array(capacity);
    this.#flags = new Uint8Array(capacity);
    this.#parent = new Int32Array(capacity);
    this.#firstChild = new Int32Array(capacity);
    this.#nextSibling = new Int32Array(capacity);
    this.#end = new Int32Array(capacity);
    this.#attributeStart = new Int32Array(capacity + 1);
    this.#textStart = new Int32Array(capacity);
    this.#textEnd = new Int32Array(capacity);
  }

  /** Opens an element (the document node when it is the first) and gives its number. */
  open(name: string, attributes: readonly MarkupAttribute[]): number {
    const node = this.openTag(tagId(name), name);
    for (const { name: attribute, value } of attributes) {
      this.attributes.names.push(attribute);
      this.attributes.values.push(value);
    }
    this.endTag();
    return node;
  }

  /** Opens an element by its tag id, or by its name where that is 0; its attributes are added next, then comes `endTag`. */
  openTag(tag: number, name: string): number {
    const isDocument = this.#current < 0;
    const node = this.#add(isDocument ? NODE_KIND.document : NODE_KIND.element);
    this.#tag[node] = tag;
    if (tag === 0 && !isDocument) this.#otherNames.set(node, name);
    this.#current = node;
    this.#previous = -1;
    return node;
  }

  /** All attributes of the element just opened are there. */
  endTag(): void {
    const node = this.#current;
    this.#flags[node]! |= ownVisibility(this.#tag[node]!, this.attributes, this.#attributeStart[node]!);
  }

  /** Adds a text node to the open element. */
  text(value: string): void {
    const node = this.#add(NODE_KIND.text);
    const tag = this.#tag[this.#current];
    if (tag === TAG.script || tag === TAG.style) this.#code.set(node, value);
    else {
      this.#texts.push(value);
      this.#textLength += value.length;
    }
    this.#textEnd[node] = this.#textLength;
    this.#end[node] = this.#size;
    this.#firstChild[node] = -1;
    this.#previous = node;
  }

  /** Closes the open element. */
  close(): void {
    const node = this.#current;
    this.#end[node] = this.#size;
    this.#textEnd[node] = this.#textLength;
    this.#firstChild[node] = this.#size > node + 1 ? node + 1 : -1;
    this.#current = this.#parent[node]!;
    this.#previous = node;
  }

  /** The finished Document; the writer is spent. */
  finish(): Document {
    const size = this.#size;
    this.#attributeStart[size] = this.attributes.names.length;
    return {
      size,
      kind: this.#kind.subarray(0, size),
      tag: this.#tag.subarray(0, size),
      flags: this.#flags.subarray(0, size),
      parent: this.#parent.subarray(0, size),
      firstChild: this.#firstChild.subarray(0, size),
      nextSibling: this.#nextSibling.subarray(0, size),
      end: this.#end.subarray(0, size),
      attributeStart: this.#attributeStart.subarray(0, size + 1),
      attributeNames: this.attributes.names,
      attributeValues: this.attributes.values,
      textStart: this.#textStart.subarray(0, size),
      textEnd: this.#textEnd.subarray(0, size),
      text: this.#texts.join(""),
      code: this.#code,
      otherNames: this.#otherNames,
    };
  }

  #add(kind: number): number {
    if (this.#size === this.#capacity) this.#grow();
    const node = this.#size++;
    const parent = this.#current;
    this.#kind[node] = kind;
    this.#parent[node] = parent;
    this.#nextSibling[node] = -1;
    this.#textStart[node] = this.#textLength;
    this.#attributeStart[node] = this.attributes.names.length;
    if (parent >= 0) this.#flags[node] = this.#flags[parent]!;
    if (this.#previous >= 0) this.#nextSibling[this.#previous] = node;
    return node;
  }

  #grow(): void {
    this.#capacity *= 2;
    const capacity = this.#capacity;
    this.#kind = grownBytes(this.#kind, capacity);
    this.#tag = grownBytes(this.#tag, capacity);
    this.#flags = grownBytes(this.#flags, capacity);
    this.#parent = grownInts(this.#parent, capacity);
    this.#firstChild = grownInts(this.#firstChild, capacity);
    this.#nextSibling = grownInts(this.#nextSibling, capacity);
    this.#end = grownInts(this.#end, capacity);
    this.#attributeStart = grownInts(this.#attributeStart, capacity + 1);
    this.#textStart = grownInts(this.#textStart, capacity);
    this.#textEnd = grownInts(this.#textEnd, capacity);
  }
}

function grownBytes(from: Uint8Array, capacity: number): Uint8Array {
  const to = new Uint8Array(capacity);
  to.set(from);
  return to;
}

function grownInts(from: Int32Array, capacity: number): Int32Array {
  const to = new Int32Array(capacity);
  to.set(from);
  return to;
}
