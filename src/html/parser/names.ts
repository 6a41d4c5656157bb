import { copyOf, lowerAscii } from "../../text/index.ts";
import { hasHighUnit } from "../markup.ts";
import { KNOWN_NAMES } from "../tags.ts";
import { grownArray } from "./tree.ts";

/** More unknown names than this are dropped after a page, so that those of a hostile page do not stay. */
const MAX_KEPT_NAMES = 20_000;
/** The same limit for few but long ones. */
const MAX_KEPT_UNITS = 1 << 20;
const FIRST_SLOTS = 1 << 12;
const FIRST_NAMES = 1 << 11;
const FIRST_UNITS = 1 << 14;
/** Names with a longer probe sequence are kept in a Map: some names collide whatever the factor. */
const MAX_PROBES = 64;

/** Numbers names without a substring for known ones. Names are compared in ASCII lower case. */
export class NameTable {
  #names: string[] = [];
  /** The units of all ASCII names in one array, which compares faster than strings; a name ends where the next begins. */
  #units = new Uint16Array(FIRST_UNITS);
  #unitsFrom = new Int32Array(FIRST_NAMES);
  /** The attribute that last followed a name, by that name: tags repeat each other. */
  readonly #followers = new Int32Array(FIRST_NAMES);
  #slots = new Int32Array(FIRST_SLOTS).fill(-1);
  #hashes = new Int32Array(FIRST_SLOTS);
  /** Names without a slot, and all that are not ASCII: their units depend on whether a page is read as UTF-8. */
  readonly #byText = new Map<string, number>();
  #keptUnits = 0;

  constructor() {
    for (const name of KNOWN_NAMES) this.#push(name);
    this.#fill();
  }

  get size(): number {
    return this.#names.length;
  }

  /** The names by number, in lower case but for a few known ones. It only grows, so that a document may keep it. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** The name of a number. */
  nameOf(id: number): string {
    return this.#names[id]!;
  }

  /** The number of the name in a range of the source, given its hash by `hashUnit`; -1 if only `idOfText` can tell. */
  find(source: string, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const first = spread(hash);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (first + probe) & mask;
      const id = this.#slots[slot]!;
      if (id < 0) return -1;
      if (this.#hashes[slot] === hash && this.#isSame(id, source, from, to)) return id;
    }
    return -1;
  }

  /** The length of an ASCII name if it occurs at a position in lower case, before the end of the source; else 0. */
  lengthAt(source: string, at: number, id: number): number {
    const from = this.#unitsFrom[id]!;
    const length = this.#unitsFrom[id + 1]! - from;
    if (at + length >= source.length) return 0;
    for (let unit = 0; unit < length; unit++) {
      if (source.charCodeAt(at + unit) !== this.#units[from + unit]) return 0;
    }
    return length;
  }

  /** The name that most likely follows another in a tag. */
  likelyAfter(before: number): number {
    return before < FIRST_NAMES ? this.#followers[before]! : 0;
  }

  /** Records that a name followed another. */
  sawAfter(before: number, id: number): void {
    if (before < FIRST_NAMES) this.#followers[before] = id;
  }

  /** The number of a whole name. */
  idOfText(text: string): number {
    const name = foldCase(text);
    const hash = hashOf(name);
    const found = this.find(name, 0, name.length, hash);
    return found >= 0 ? found : (this.#byText.get(name) ?? this.#add(name, hash));
  }

  /** Called after a page, never during one: numbers of unknown names may change. */
  forgetMany(): void {
    const isMany = this.#names.length - KNOWN_NAMES.length > MAX_KEPT_NAMES;
    if (!isMany && this.#keptUnits <= MAX_KEPT_UNITS) return;
    this.#names = [];
    this.#keptUnits = 0;
    this.#units = new Uint16Array(FIRST_UNITS);
    this.#unitsFrom = new Int32Array(FIRST_NAMES);
    this.#followers.fill(0);
    for (const name of KNOWN_NAMES) this.#push(name);
    this.#byText.clear();
    this.#slots = new Int32Array(FIRST_SLOTS).fill(-1);
    this.#hashes = new Int32Array(FIRST_SLOTS);
    this.#fill();
  }

  #isSame(id: number, source: string, from: number, to: number): boolean {
    const start = this.#unitsFrom[id]!;
    const length = to - from;
    if (this.#unitsFrom[id + 1]! - start !== length) return false;
    for (let at = 0; at < length; at++) {
      if (this.#units[start + at] !== lowerAscii(source.charCodeAt(from + at))) return false;
    }
    return true;
  }

  #add(name: string, hash: number): number {
    const id = this.#names.length;
    // A copy: a slice would keep the whole page alive.
    this.#push(copyOf(name));
    if (2 * this.#names.length > this.#slots.length) this.#grow();
    else this.#put(id, hash);
    return id;
  }

  #push(name: string): void {
    const id = this.#names.push(name) - 1;
    const from = this.#unitsFrom[id]!;
    const length = hasHighUnit(name, 0, name.length) ? 0 : name.length;
    const to = from + length;
    this.#keptUnits += name.length;
    if (to > this.#units.length) {
      const grown = new Uint16Array(2 * to);
      grown.set(this.#units);
      this.#units = grown;
    }
    if (id + 1 === this.#unitsFrom.length) this.#unitsFrom = grownArray(this.#unitsFrom, 2 * id);
    for (let at = 0; at < length; at++) this.#units[from + at] = name.charCodeAt(at);
    this.#unitsFrom[id + 1] = to;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    this.#hashes = new Int32Array(this.#slots.length);
    this.#byText.clear();
    this.#fill();
  }

  #fill(): void {
    for (let id = 0; id < this.#names.length; id++) {
      this.#put(id, hashOf(this.#names[id]!));
    }
  }

  #put(id: number, hash: number): void {
    const name = this.#names[id]!;
    const mask = this.#slots.length - 1;
    const first = spread(hash);
    const probes = hasHighUnit(name, 0, name.length) ? 0 : MAX_PROBES;
    for (let probe = 0; probe < probes; probe++) {
      const slot = (first + probe) & mask;
      if (this.#slots[slot]! >= 0) continue;
      this.#slots[slot] = id;
      this.#hashes[slot] = hash;
      return;
    }
    this.#byText.set(name, id);
  }
}

/** Random per process, so that colliding names cannot be prepared. */
const FACTOR = (Math.floor(Math.random() * 0x3fff_ffff) << 1) | 0x8000_0001;

/** The hash of a name extended by a lower-case unit. */
export function hashUnit(hash: number, unit: number): number {
  return (Math.imul(hash, FACTOR) + unit) | 0;
}

function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = hashUnit(hash, name.charCodeAt(at));
  return hash;
}

function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function foldCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
