import { copyOf, HashTable, lowerAscii, MAX_PROBES } from "../../text/index.ts";
import { hasHighUnit } from "../markup.ts";
import { KNOWN_NAMES, NAME } from "../tags.ts";
import {
  type ElementName,
  FORMATTING_NAMES,
  IMPLIED,
  IMPLIED_THOROUGHLY,
  MODE_NAMES,
  SCOPE,
  SPECIAL,
} from "./element-lists.data.ts";
import { grownArray } from "./tree.ts";

/** More unknown names than this are dropped after a page, so that those of a hostile page do not stay. */
const MAX_KEPT_NAMES = 20_000;
/** The same limit for few but long ones. */
const MAX_KEPT_UNITS = 1 << 20;
const FIRST_SLOTS = 1 << 12;
const FIRST_NAMES = 1 << 11;
const FIRST_UNITS = 1 << 14;

/** Numbers names without a substring for known ones. Names are compared in ASCII lower case. */
export class NameTable {
  #names: string[] = [];
  /** The units of all ASCII names in one array, which compares faster than strings; a name ends where the next begins. */
  #units = new Uint16Array(FIRST_UNITS);
  #unitsFrom = new Int32Array(FIRST_NAMES);
  /** The number of a name plus one. */
  #ids = newTable(FIRST_SLOTS);
  /**
   * Names whose probe sequence is full, as some collide whatever the factor, and all that are not ASCII: their units depend on
   * whether a page is read as UTF-8.
   */
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

  nameOf(id: number): string {
    return this.#names[id]!;
  }

  /** The number of the name in a range of the source, given its hash by `hashUnit`; -1 if only `idOfText` can find it. */
  find(source: string, from: number, to: number, hash: number): number {
    const ids = this.#ids;
    const key = spread(hash);
    for (let cell = ids.place(key); cell >= 0; cell = ids.next(cell, key)) {
      const id = ids.valueAt(cell) - 1;
      if (id < 0) return -1;
      if (this.#isSame(id, source, from, to)) return id;
    }
    return -1;
  }

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
    for (const name of KNOWN_NAMES) this.#push(name);
    this.#byText.clear();
    this.#ids = newTable(FIRST_SLOTS);
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
    if (2 * this.#names.length > this.#ids.slots) this.#grow();
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
    this.#ids = newTable(2 * this.#ids.slots);
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
    const isPlaced = !hasHighUnit(name, 0, name.length) && this.#ids.add(spread(hash), id + 1);
    if (!isPlaced) this.#byText.set(name, id);
  }
}

function newTable(slots: number): HashTable {
  return new HashTable(new Int32Array(2 * slots), MAX_PROBES);
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

/** The SVG namespace: a bit above an element's name in its key. HTML has none, so the key of an HTML element is its name. */
export const SVG = 1 << 26;
/** The MathML namespace, as a bit in a key. */
export const MATH = 1 << 27;
/** Both foreign namespaces. */
export const FOREIGN = SVG | MATH;
/** Also set in the key of a MathML element whose attributes say that it holds HTML. */
export const HTML_INSIDE = 1 << 28;
/** The name in a key. */
export const NAME_BITS = SVG - 1;

/** The lists of the standard that an element is in. */
export const CLASS = {
  special: 1,
  formatting: 2,
  /** Closed by "generate implied end tags". */
  implied: 4,
  /** Also closed by "generate all implied end tags thoroughly". */
  impliedThoroughly: 8,
  /** Ends "has an element in scope", and the four variants of it. */
  scope: 16,
  listScope: 32,
  buttonScope: 64,
  tableScope: 128,
  /** Read by "reset the insertion mode appropriately". */
  mode: 256,
  /** Ends the search for an open `li`, `dd` or `dt`. */
  stop: 512,
  /** Text directly inside these is foster-parented. */
  tableText: 1024,
} as const;

const CLASSES = makeClasses();

/** The class bits of an element by its key. */
export function classOf(key: number): number {
  if (key < CLASSES.length) return CLASSES[key]!;
  return key < SVG ? 0 : foreignClass(key);
}

function makeClasses(): Uint16Array {
  const classes = new Uint16Array(KNOWN_NAMES.length);
  const mark = (names: readonly ElementName[], bits: number): void => {
    for (const name of names) classes[NAME[name]]! |= bits;
  };
  const scopes = CLASS.scope | CLASS.listScope | CLASS.buttonScope;
  mark(SPECIAL, CLASS.special | CLASS.stop);
  for (const name of ["address", "div", "p"] as const) classes[NAME[name]]! &= ~CLASS.stop;
  mark(FORMATTING_NAMES, CLASS.formatting);
  mark(IMPLIED, CLASS.implied);
  mark(IMPLIED_THOROUGHLY, CLASS.impliedThoroughly);
  mark(SCOPE, scopes);
  mark(["ol", "ul"], CLASS.listScope);
  mark(["button"], CLASS.buttonScope);
  mark(["html", "table", "template"], CLASS.tableScope);
  mark(MODE_NAMES, CLASS.mode);
  mark(["table", "tbody", "tfoot", "thead", "tr", "template"], CLASS.tableText);
  return classes;
}

const FOREIGN_SPECIAL = CLASS.special | CLASS.stop | CLASS.scope | CLASS.listScope | CLASS.buttonScope;

function foreignClass(key: number): number {
  const name = key & NAME_BITS;
  if ((key & SVG) !== 0) {
    return name === NAME.foreignobject || name === NAME.desc || name === NAME.title ? FOREIGN_SPECIAL : 0;
  }
  return isMathText(name) || name === NAME["annotation-xml"] ? FOREIGN_SPECIAL : 0;
}

/** Whether MathML of this name is a "text integration point". */
export function isMathText(name: number): boolean {
  return name === NAME.mi || name === NAME.mo || name === NAME.mn || name === NAME.ms || name === NAME.mtext;
}

/** The insertion modes of the standard. */
export const MODE = {
  initial: 0,
  beforeHtml: 1,
  beforeHead: 2,
  inHead: 3,
  inHeadNoscript: 4,
  afterHead: 5,
  inBody: 6,
  text: 7,
  inTable: 8,
  inTableText: 9,
  inCaption: 10,
  inColumnGroup: 11,
  inTableBody: 12,
  inRow: 13,
  inCell: 14,
  inTemplate: 15,
  afterBody: 16,
  inFrameset: 17,
  afterFrameset: 18,
  afterAfterBody: 19,
  afterAfterFrameset: 20,
} as const;

/** What the mode depends on besides the element. */
interface Context {
  readonly templateModes: readonly number[];
  /** The head element, negative before there is one. */
  readonly head: number;
}

/** The insertion mode for an open element (the bottom one has its own rule), -1 if it does not decide. */
export function modeOf({ templateModes, head }: Context, key: number, isLast: boolean): number {
  switch (key) {
    case NAME.td:
    case NAME.th:
      return isLast ? MODE.inBody : MODE.inCell;
    case NAME.tr:
      return MODE.inRow;
    case NAME.tbody:
    case NAME.thead:
    case NAME.tfoot:
      return MODE.inTableBody;
    case NAME.caption:
      return MODE.inCaption;
    case NAME.colgroup:
      return MODE.inColumnGroup;
    case NAME.table:
      return MODE.inTable;
    case NAME.template:
      return templateModes.at(-1)!;
    case NAME.head:
      return isLast ? MODE.inBody : MODE.inHead;
    case NAME.body:
      return MODE.inBody;
    case NAME.frameset:
      return MODE.inFrameset;
    case NAME.html:
      return head < 0 ? MODE.beforeHead : MODE.afterHead;
    default:
      return isLast ? MODE.inBody : -1;
  }
}
