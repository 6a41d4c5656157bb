import { ATTRIBUTE, type AttributeTable, type Document } from "../../html/index.ts";
import { HASH_START, HASH_STEP, isAsciiDigit, joinHashes } from "../../text/index.ts";
import type { Page } from "../page.ts";

/** Names beyond this many in one element are generated, not written. */
const MAX_TOKENS = 64;
/** Longer values are data, addresses or whole style sheets of utility classes. */
const MAX_VALUE = 400;
/** `data-` values that name a part of a page are short. */
const MAX_DATA_VALUE = 40;
/** As written in the markup: a short value stays below this even if every character is a reference. */
const MAX_DATA_WRITTEN = 800;

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
/** Kinds of the first units; all later ones count as lower-case letters. */
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
    // Most long values are data: they are not even decoded.
    if (attributes.writtenLength(at) > MAX_DATA_WRITTEN) return;
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

/** The ids of the classes of a page; all callers share them. By page, not by document: training keeps documents. */
export function classIds(page: Page): ClassIds {
  return page.view(makeClassIds);
}

function makeClassIds({ document }: Page): ClassIds {
  return new ClassIds(document);
}

/** Small ids for the class attributes of elements: a page repeats them, so what is computed for one serves all. */
class ClassIds {
  readonly #document: Document;
  /** By node: the id plus two, 1 if the element has no class, 0 if not looked up yet. */
  readonly #ofNode: Int32Array;
  readonly #ids = new Map<string, number>();
  /** By id: a hash of the class without digits, and the factor for a hash in front of it. */
  readonly #hashes: number[] = [];
  readonly #factors: number[] = [];

  constructor(document: Document) {
    this.#document = document;
    this.#ofNode = new Int32Array(document.size);
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
    return id === NONE ? tag : (Math.imul(tag, this.#factors[id]!) + this.#hashes[id]!) | 0;
  }

  #find(node: number): number {
    const { attributeStart, attributes } = this.#document;
    const end = attributeStart[node + 1]!;
    for (let at = attributeStart[node]!; at < end; at++) {
      if (attributes.name[at] === ATTRIBUTE.class) return this.#idOf(attributes, at);
    }
    return NONE;
  }

  #idOf(attributes: AttributeTable, at: number): number {
    // As written: decoded only where it is new.
    const written = attributes.writtenAt(at);
    const known = this.#ids.get(written);
    if (known !== undefined) return known;
    const value = attributes.valueAt(at);
    let hash = 0;
    let factor = 1;
    for (let place = 0; place < value.length; place++) {
      const unit = value.charCodeAt(place);
      if (isAsciiDigit(unit)) continue;
      hash = (Math.imul(hash, STEP) + unit) | 0;
      factor = Math.imul(factor, STEP);
    }
    const id = this.#ids.size;
    this.#ids.set(written, id);
    this.#hashes.push(hash);
    this.#factors.push(factor);
    return id;
  }
}
