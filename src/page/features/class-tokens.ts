import { ATTRIBUTE, type AttributeTable, type Document } from "../../html/index.ts";
import { HASH_START, HASH_STEP, HashTable, isAsciiDigit, joinHashes, MAX_PROBES } from "../../text/index.ts";
import type { Page } from "../page.ts";

/** Names beyond this many in one element are generated, not written. */
const MAX_TOKENS = 64;
/** Longer values are data, addresses or whole style sheets of utility classes. */
const MAX_VALUE = 400;
/** `data-` values that name a part of a page are short. */
const MAX_DATA_VALUE = 40;

/** No class, or not only a class. */
const NONE = -1;

/** Name spaces: `role=main` is another token than a class called `main`. */
const SPACE = { name: 0, role: 1, data: 2 } as const;
type Space = keyof typeof SPACE;

const DASH = 0x2d;
const ZERO = 0x30;

const OTHER = 0;
const GAP = 1;
const LOWER = 2;
const UPPER = 3;
const DIGIT = 4;
/** Kinds of the units below this; beyond are letters of other scripts, which have no separators among them. */
const KINDS = Uint8Array.from({ length: 0xaa }, (_, unit) => kindOf(unit));

/**
 * The names that elements of one page carry in class, id, itemprop, role and `data-` attributes, as 32-bit hashes:
 * whole names and their parts, `articleBody` the same as `article-body`, in lower case and with every number as 0.
 */
export class ClassTokens {
  /** The tokens of the element read last are the first `count` of these, without duplicates; the next `read` overwrites them. */
  readonly hashes = new Int32Array(MAX_TOKENS);
  count = 0;
  readonly #document: Document;
  readonly #dataNames = new Map<string, number>();
  readonly #classes: ClassIds;

  constructor(page: Page) {
    this.#document = page.document;
    this.#classes = classIds(page);
  }

  /** Reads the tokens of an element; returns how many there are. */
  read(node: number): number {
    const { attributeStart, attributes } = this.#document;
    this.count = 0;
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      const space = spaceOf(attributes, at);
      if (space === undefined) continue;
      if (space === "data") {
        this.#addData(at);
        continue;
      }
      const { text, from, to } = attributes.rangeAt(at);
      this.#addAll(CUTTER.cut(text, from, to, SPACE[space]));
    }
    return this.count;
  }

  /** The id of an element's class where nothing else names it, else -1: all elements with one id have the same tokens. */
  onlyClass(node: number): number {
    const { attributeStart, attributes } = this.#document;
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      if (attributes.name[at] !== ATTRIBUTE.class && spaceOf(attributes, at) !== undefined) return NONE;
    }
    return this.#classes.of(node);
  }

  #addData(at: number): void {
    const { attributes } = this.#document;
    this.#add(this.#dataName(attributes.nameAt(at)));
    const { text, from, to } = attributes.rangeAt(at);
    if (to - from <= MAX_DATA_VALUE) this.#addAll(CUTTER.cut(text, from, to, SPACE.name));
  }

  #dataName(name: string): number {
    const known = this.#dataNames.get(name);
    if (known !== undefined) return known;
    const count = CUTTER.cut(name, 0, name.length, SPACE.data);
    const hash = count === 0 ? 0 : CUTTER.tokens[0]!;
    this.#dataNames.set(name, hash);
    return hash;
  }

  #addAll(count: number): void {
    const { tokens } = CUTTER;
    for (let at = 0; at < count; at++) this.#add(tokens[at]!);
  }

  #add(token: number): void {
    const { hashes, count } = this;
    if (count === MAX_TOKENS) return;
    for (let at = 0; at < count; at++) if (hashes[at] === token) return;
    hashes[this.count++] = token;
  }
}

function spaceOf(attributes: AttributeTable, at: number): Space | undefined {
  switch (attributes.name[at]) {
    case ATTRIBUTE.class:
    case ATTRIBUTE.id:
    case ATTRIBUTE.itemprop:
      return "name";
    case ATTRIBUTE.role:
      return "role";
    case ATTRIBUTE.href:
    case ATTRIBUTE.src:
      return undefined;
    default:
      return attributes.nameAt(at).startsWith("data-") ? "data" : undefined;
  }
}

/** Cuts values into tokens. */
class TokenCutter {
  /** The tokens of the value that was cut last: at most a whole and a part for each of its units. */
  readonly tokens = new Int32Array(MAX_VALUE * 2);
  #count = 0;
  /** Parts of the name that is being read, at most as many as a value has units. */
  readonly #parts = new Int32Array(MAX_VALUE + 1);
  #partCount = 0;

  /** Finds the hashes of every whole name in a range, each followed by those of its parts where it has several; returns how many. */
  cut(text: string, from: number, to: number, space: number): number {
    const end = Math.min(to, from + MAX_VALUE);
    this.#count = 0;
    this.#partCount = 0;
    let whole = HASH_START;
    let part = HASH_START;
    let last = OTHER;
    for (let at = from; at <= end; at++) {
      const unit = at < end ? text.charCodeAt(at) : 0x20;
      const kind = unit < KINDS.length ? KINDS[unit]! : LOWER;
      // The most frequent case: a lower-case unit within a part.
      if (kind === LOWER && part !== HASH_START) {
        whole = Math.imul(whole ^ unit, HASH_STEP);
        part = Math.imul(part ^ unit, HASH_STEP);
        last = LOWER;
        continue;
      }
      if (kind === GAP || kind === OTHER || (kind === UPPER && last === LOWER)) {
        if (part !== HASH_START) this.#parts[this.#partCount++] = joinHashes(part, space);
        part = HASH_START;
      }
      if (kind === GAP) {
        this.#endName(joinHashes(whole, space));
        whole = HASH_START;
      }
      const isRepeatedDigit = kind === DIGIT && last === DIGIT;
      last = kind;
      if (kind === GAP || kind === OTHER || isRepeatedDigit) continue;
      if (part === HASH_START && this.#partCount > 0) whole = Math.imul(whole ^ DASH, HASH_STEP);
      const folded = kind === DIGIT ? ZERO : kind === UPPER ? unit + 0x20 : unit;
      whole = Math.imul(whole ^ folded, HASH_STEP);
      part = Math.imul(part ^ folded, HASH_STEP);
    }
    return this.#count;
  }

  #endName(whole: number): void {
    const count = this.#partCount;
    if (count > 0) this.tokens[this.#count++] = whole;
    if (count > 1) for (let at = 0; at < count; at++) this.tokens[this.#count++] = this.#parts[at]!;
    this.#partCount = 0;
  }
}

/** Shared by all pages: its tokens are read before the next cut. */
const CUTTER = new TokenCutter();

function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  return unit <= 0x20 ? GAP : OTHER;
}

/** What each unit multiplies a hash by. */
const STEP = 31;
/** Of longer classes 8 to 16 units are hashed. */
const SAMPLE_SHIFT = 3;
/** An entry of a class: its range where it is written first, its hash without digits, and the factor for a hash before it. */
const ENTRY = { from: 0, to: 1, hash: 2, factor: 3, length: 4 } as const;

/** The ids of the classes of a page; all callers share them. By page, not by document: training keeps documents. */
export function classIds(page: Page): ClassIds {
  return page.view(makeClassIds);
}

function makeClassIds({ document }: Page): ClassIds {
  return new ClassIds(document);
}

/**
 * Small ids for the class attributes of elements, as written: a page repeats them, so what is computed for one serves all.
 * Classes of one hash are compared as text, since two that only collide must not share an id.
 */
class ClassIds {
  readonly #document: Document;
  /** By node: the id plus two, 1 if the element has no class, 0 if not looked up yet. */
  readonly #ofNode: Int32Array;
  /** Ids plus one, by the hash of the text; classes whose probe sequence is full get an id each. */
  readonly #ids: HashTable;
  #count = 0;
  /** By id what `ENTRY` says. */
  readonly #entries: Int32Array;

  constructor(document: Document) {
    const classes = countClasses(document.attributes);
    this.#document = document;
    this.#ofNode = new Int32Array(document.size);
    this.#ids = new HashTable(new Int32Array(HashTable.lengthFor(classes)), MAX_PROBES);
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
    const ids = this.#ids;
    const hash = hashRange(text, from, to);
    let cell = ids.place(hash);
    while (cell >= 0 && ids.valueAt(cell) !== 0) {
      const id = ids.valueAt(cell) - 1;
      if (this.#isWritten(id, text, from, to)) return id;
      cell = ids.next(cell, hash);
    }
    if (cell >= 0) ids.put(cell, hash, this.#count + 1);
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
