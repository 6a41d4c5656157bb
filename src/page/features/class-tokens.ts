import { ATTRIBUTE, type AttributeTable, type Document, type TextRange } from "../../html/index.ts";
import { HASH_START, HASH_STEP, joinHashes } from "../../text/index.ts";
import { type ClassIds, classIds } from "./class-ids.ts";

/** Names beyond this many in one element are generated, not written. */
const MAX_TOKENS = 64;
/** Longer values are data, addresses or whole style sheets of utility classes. */
const MAX_VALUE = 400;
/** `data-` values that name a part of a page are short. */
const MAX_DATA_VALUE = 40;

/** No class, or names besides it. */
const NONE = -1;

/** Keeps the meaning of `role=main` apart from that of a class called `main`. */
const SPACE = { name: 0, role: 1, data: 2 } as const;
type Space = keyof typeof SPACE;

const CARRIAGE_RETURN = 0x0d;
const NUMBER_SIGN = 0x23;
const AMPERSAND = 0x26;
const DASH = 0x2d;
const ZERO = 0x30;
const SEMICOLON = 0x3b;

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
  /** The tokens of the element read last are the first `count` of these, none twice; the next `read` overwrites them. */
  readonly hashes = new Int32Array(MAX_TOKENS);
  count = 0;
  readonly #document: Document;
  readonly #dataNames = new Map<string, number>();
  readonly #classes: ClassIds;

  constructor(document: Document) {
    this.#document = document;
    this.#classes = classIds(document);
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

  /** The id of an element's class where nothing else names it, else -1: all elements of the same have the same tokens. */
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
    // Most values that are long are long data: they are not even decoded.
    if (isLonger(attributes.writtenAt(at), MAX_DATA_VALUE)) return;
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

/**
 * Whether a value is longer than so many units, as far as what is written tells without decoding it: a reference is one
 * unit at least, of a character's bytes in UTF-8 only the first is counted, and of the end of a line only the line feed.
 */
function isLonger({ text, from, to }: TextRange, most: number): boolean {
  if (to - from <= most) return false;
  let least = 0;
  let isInReference = false;
  for (let at = from; at < to && least <= most; at++) {
    const unit = text.charCodeAt(at);
    if (isInReference) {
      const kind = kindOf(unit);
      isInReference = kind === LOWER || kind === UPPER || kind === DIGIT || unit === NUMBER_SIGN;
      if (isInReference || unit === SEMICOLON) continue;
    }
    if (unit === AMPERSAND) isInReference = true;
    if (unit !== CARRIAGE_RETURN && (unit < 0x80 || unit >= 0xc0)) least++;
  }
  return least > most;
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
      // Most units are such, within a part.
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

/** For all pages: what it cut last is read at once. */
const CUTTER = new TokenCutter();

function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  return unit <= 0x20 ? GAP : OTHER;
}
