import { ATTRIBUTE, type AttributeTable, type Document } from "../../html/index.ts";
import { HASH_START, HASH_STEP, joinHashes } from "../../text/index.ts";
import { HashIds } from "./hash-ids.ts";

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
/** What each unit multiplies a hash by. */
const STEP = 31;
/** No class at all. */
const NONE = -1;

const found = new WeakMap<Document, ClassIds>();

/** The ids of the classes of a document, which all who ask have in common. */
export function classIds(document: Document): ClassIds {
  let ids = found.get(document);
  if (ids === undefined) {
    ids = new ClassIds(document);
    found.set(document, ids);
  }
  return ids;
}

/** Small numbers for the classes of elements, the same for equal ones: pages repeat them, and each is read where it is written once. */
export class ClassIds {
  readonly #document: Document;
  readonly #ids: HashIds;
  /** By node: the id plus two, one where the element has no class, 0 where it was not asked for yet. */
  readonly #ofNode: Int32Array;
  /** By id: a hash in which all numbers are alike, and what a number before it is multiplied by. */
  readonly #hashes: Int32Array;
  readonly #factors: Int32Array;

  constructor(document: Document) {
    const classes = countClasses(document.attributes);
    this.#document = document;
    this.#ids = new HashIds(classes);
    this.#ofNode = new Int32Array(document.size);
    this.#hashes = new Int32Array(classes);
    this.#factors = new Int32Array(classes);
  }

  /** The id of an element's class, -1 where it has none. */
  of(node: number): number {
    const known = this.#ofNode[node]! - 2;
    if (known >= NONE) return known;
    const id = this.#find(node);
    this.#ofNode[node] = id + 2;
    return id;
  }

  /** A hash of an element's tag and class in which all numbers are alike: siblings are often numbered. */
  hash(node: number): number {
    const tag = this.#document.tag[node]!;
    const id = this.of(node);
    return id === NONE ? tag : (Math.imul(tag, this.#factors[id]!) + this.#hashes[id]!) | 0;
  }

  #find(node: number): number {
    const { attributeStart, attributes } = this.#document;
    const end = attributeStart[node + 1]!;
    for (let at = attributeStart[node]!; at < end; at++) {
      if (attributes.name[at] === ATTRIBUTE.class) return this.#read(at);
    }
    return NONE;
  }

  #read(at: number): number {
    const { text, from, to } = this.#document.attributes.rangeAt(at);
    let whole = HASH_START;
    let hash = 0;
    let factor = 1;
    for (let place = from; place < to; place++) {
      const unit = text.charCodeAt(place);
      whole = Math.imul(whole ^ unit, HASH_STEP);
      if (unit >= DIGIT_ZERO && unit <= DIGIT_NINE) continue;
      hash = (Math.imul(hash, STEP) + unit) | 0;
      factor = Math.imul(factor, STEP);
    }
    const id = this.#ids.idOf(joinHashes(whole, hash));
    this.#hashes[id] = hash;
    this.#factors[id] = factor;
    return id;
  }
}

function countClasses({ name }: AttributeTable): number {
  let count = 0;
  for (let at = 0; at < name.length; at++) if (name[at] === ATTRIBUTE.class) count++;
  return count;
}
