import { ATTRIBUTE, type AttributeTable, type Document } from "../../html/index.ts";
import { HASH_START, HASH_STEP, isAsciiDigit, joinHashes } from "../../text/index.ts";

/** What each unit multiplies a hash by. */
const STEP = 31;
/** No class at all. */
const NONE = -1;
/** Longest probe sequence: classes beyond it get an id each, or a hostile page could make the search slow. */
const MAX_PROBES = 32;
/** Of longer classes 8 to 16 units are hashed. */
const SAMPLE_SHIFT = 3;
/** An entry of a class: its range where it is written first, its hash without digits, and the factor for a hash before it. */
const ENTRY = { from: 0, to: 1, hash: 2, factor: 3, length: 4 } as const;

const found = new WeakMap<Document, ClassIds>();

/** The ids of the classes of a document; all callers share them. */
export function classIds(document: Document): ClassIds {
  let ids = found.get(document);
  if (ids === undefined) {
    ids = new ClassIds(document);
    found.set(document, ids);
  }
  return ids;
}

/**
 * Small ids for the class attributes of elements, as written: a page repeats them, so what is computed for one serves all.
 * Not a `HashIds`: classes of one hash are compared as text, since two that only collide must not share an id.
 */
export class ClassIds {
  readonly #document: Document;
  /** By node: the id plus two, 1 if the element has no class, 0 if not looked up yet. */
  readonly #ofNode: Int32Array;
  /** Open addressing by the hash of the text: an id plus one, 0 if the slot is free. */
  readonly #slots: Int32Array;
  #count = 0;
  /** By id what `ENTRY` says. */
  readonly #entries: Int32Array;

  constructor(document: Document) {
    const classes = countClasses(document.attributes);
    this.#document = document;
    this.#ofNode = new Int32Array(document.size);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(classes * 2 + 1)));
    this.#entries = new Int32Array(classes * ENTRY.length);
  }

  /** The id of an element's class, -1 if it has none. */
  of(node: number): number {
    const known = this.#ofNode[node]! - 2;
    if (known >= NONE) return known;
    const id = this.#find(node);
    this.#ofNode[node] = id + 2;
    return id;
  }

  /** A hash of an element's tag and class without digits: siblings are often numbered. */
  hash(node: number): number {
    const tag = this.#document.tag[node]!;
    const id = this.of(node);
    if (id === NONE) return tag;
    const at = id * ENTRY.length;
    return (Math.imul(tag, this.#entries[at + ENTRY.factor]!) + this.#entries[at + ENTRY.hash]!) | 0;
  }

  #find(node: number): number {
    const { attributeStart, attributes } = this.#document;
    const end = attributeStart[node + 1]!;
    for (let at = attributeStart[node]!; at < end; at++) {
      if (attributes.name[at] === ATTRIBUTE.class) return this.#idOf(at);
    }
    return NONE;
  }

  #idOf(at: number): number {
    const { text, from, to } = this.#document.attributes.writtenAt(at);
    const first = hashRange(text, from, to);
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (first + probe) & mask;
      const id = this.#slots[slot]! - 1;
      if (id < 0) {
        this.#slots[slot] = this.#count + 1;
        break;
      }
      if (this.#isWritten(id, text, from, to)) return id;
    }
    this.#entries[this.#count * ENTRY.length + ENTRY.from] = from;
    this.#entries[this.#count * ENTRY.length + ENTRY.to] = to;
    this.#read(this.#count, at);
    return this.#count++;
  }

  #isWritten(id: number, text: string, from: number, to: number): boolean {
    const entry = id * ENTRY.length;
    const shift = this.#entries[entry + ENTRY.from]! - from;
    if (this.#entries[entry + ENTRY.to]! - to !== shift) return false;
    for (let at = from; at < to; at++) if (text.charCodeAt(at) !== text.charCodeAt(at + shift)) return false;
    return true;
  }

  #read(id: number, at: number): void {
    const { text, from, to } = this.#document.attributes.rangeAt(at);
    let hash = 0;
    let factor = 1;
    for (let place = from; place < to; place++) {
      const unit = text.charCodeAt(place);
      if (isAsciiDigit(unit)) continue;
      hash = (Math.imul(hash, STEP) + unit) | 0;
      factor = Math.imul(factor, STEP);
    }
    this.#entries[id * ENTRY.length + ENTRY.hash] = hash;
    this.#entries[id * ENTRY.length + ENTRY.factor] = factor;
  }
}

/** A hash of some units spread over a range; ranges of one hash are compared as a whole anyway. */
function hashRange(text: string, from: number, to: number): number {
  const step = Math.max(1, (to - from) >> SAMPLE_SHIFT);
  let hash = HASH_START;
  for (let at = from; at < to; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_STEP);
  return joinHashes(hash, to - from);
}

function countClasses({ name }: AttributeTable): number {
  let count = 0;
  for (let at = 0; at < name.length; at++) if (name[at] === ATTRIBUTE.class) count++;
  return count;
}
