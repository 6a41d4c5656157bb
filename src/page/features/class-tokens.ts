import { ATTRIBUTE, type AttributeTable, type Document } from "../../html/index.ts";
import { HASH_START, HASH_STEP, joinHashes } from "../../text/index.ts";

/** Names beyond this many in one element are generated, not written. */
const MAX_TOKENS = 64;
/** Longer values are data, addresses or whole style sheets of utility classes. */
const MAX_VALUE = 400;
/** `data-` values that name a part of a page are short. */
const MAX_DATA_VALUE = 40;

/** Keeps the meaning of `role=main` apart from that of a class called `main`. */
const SPACE = { name: 0, role: 1, data: 2 } as const;
type Space = keyof typeof SPACE;

const DASH = 0x2d;
const ZERO = 0x30;

/**
 * The names that elements of one page carry in class, id, itemprop, role and `data-` attributes, as 32-bit hashes:
 * whole names and their parts, `articleBody` the same as `article-body`, in lower case and with every number as 0.
 * Each distinct value is cut once.
 */
export class ClassTokens {
  /** The tokens of the element read last are the first `count` of these, none twice; the next `read` overwrites them. */
  readonly hashes = new Int32Array(MAX_TOKENS);
  count = 0;
  readonly #document: Document;
  readonly #cutter = new TokenCutter();
  /** Where the tokens of a value stand among those of the cutter, by the value. */
  readonly #known = { name: new Map<string, number>(), role: new Map<string, number>() };
  readonly #dataNames = new Map<string, number>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Reads the tokens of an element; returns how many there are. */
  read(node: number): number {
    const { attributeStart, attributes } = this.#document;
    this.count = 0;
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      const space = spaceOf(attributes, at);
      if (space === undefined) continue;
      const value = attributes.valueAt(at);
      if (space !== "data") this.#addAll(this.#cut(value, space));
      else {
        this.#add(this.#dataName(attributes.nameAt(at)));
        if (value.length <= MAX_DATA_VALUE) this.#addAll(this.#cut(value, "name"));
      }
    }
    return this.count;
  }

  #cut(value: string, space: "name" | "role"): number {
    const known = this.#known[space].get(value);
    if (known !== undefined) return known;
    const start = this.#cutter.cut(value, SPACE[space]);
    this.#known[space].set(value, start);
    return start;
  }

  #dataName(name: string): number {
    const known = this.#dataNames.get(name);
    if (known !== undefined) return known;
    const start = this.#cutter.cut(name, SPACE.data);
    const hash = this.#cutter.tokens[start] === 0 ? 0 : this.#cutter.tokens[start + 1]!;
    this.#dataNames.set(name, hash);
    return hash;
  }

  #addAll(start: number): void {
    const { tokens } = this.#cutter;
    const end = start + 1 + tokens[start]!;
    for (let at = start + 1; at < end; at++) this.#add(tokens[at]!);
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

/** Room for the tokens of the values of a page, to begin with. */
const FIRST_TOKENS = 2048;

/** Cuts values into tokens and keeps these in one list. */
class TokenCutter {
  /** The tokens of every value, how many they are before them. */
  tokens: Int32Array = new Int32Array(FIRST_TOKENS);
  #count = 0;
  /** Parts of the name that is being read, at most as many as a value has units. */
  readonly #parts = new Int32Array(MAX_VALUE + 1);
  #partCount = 0;

  /** Adds the hashes of every whole name in a value, each followed by those of its parts where it has several; returns where. */
  cut(value: string, space: number): number {
    const start = this.#count;
    const end = Math.min(value.length, MAX_VALUE);
    if (start + 2 + end * 2 > this.tokens.length) this.#grow();
    this.#count++;
    this.#partCount = 0;
    let whole = HASH_START;
    let part = HASH_START;
    let last = OTHER;
    for (let at = 0; at <= end; at++) {
      const unit = at < end ? value.charCodeAt(at) : 0x20;
      const kind = kindOf(unit);
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
    this.tokens[start] = this.#count - start - 1;
    return start;
  }

  #endName(whole: number): void {
    const count = this.#partCount;
    if (count > 0) this.tokens[this.#count++] = whole;
    if (count > 1) for (let at = 0; at < count; at++) this.tokens[this.#count++] = this.#parts[at]!;
    this.#partCount = 0;
  }

  #grow(): void {
    const grown = new Int32Array(this.tokens.length * 2);
    grown.set(this.tokens);
    this.tokens = grown;
  }
}

const OTHER = 0;
const GAP = 1;
const LOWER = 2;
const UPPER = 3;
const DIGIT = 4;

function kindOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit <= 0x20) return GAP;
  // Letters of other scripts have no separators among them.
  return unit >= 0xaa ? LOWER : OTHER;
}
