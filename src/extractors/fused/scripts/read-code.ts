/** A value that code states; undefined for kinds that are not read. */
export type Value = string | number | Branch | undefined;

/** A list, an object, or what brackets of code hold. */
export interface Branch {
  readonly isList: boolean;
  /** The key of each value of an object; empty for lists. */
  readonly keys: string[];
  readonly values: Value[];
}

/** Deeper brackets make no branches of their own: a page of nothing else would take a gigabyte. */
const MAX_DEPTH = 500;
/** Values that are read of one page; of 1,844 real pages none has a third as many. */
const MAX_VALUES = 600_000;
/** Data inside strings of data is opened up to this depth. */
const MAX_OPENED = 2;
/** Shorter strings hold no data. */
const MIN_DATA = 25;
/** Keys of numbers that are read: how deep a heading is. */
const NUMBER_KEYS: ReadonlySet<string> = new Set(["level", "depth"]);
/** Keys that may be names of records, to which other data refers. */
const RECORD_KEY = /[\d:.#$]/;
/** Begins a table of values that refer to each other by their place in it, as hydration data of several frameworks does. */
const TABLE = /^\s*\[\s*(?:\["[A-Za-z]{1,30}",\s?1\]|\{"(?:\w{1,60}":\s?1|_\d{1,7}":\s?-?\d+)[,}])/;

/** Reads code that states data (JSON, or JavaScript's way of writing it) in one pass: nothing is run or understood. */
export class CodeReader {
  /** All branches, each after those in it. */
  readonly branches: Branch[] = [];
  /** What objects hold under keys that look like names of records. */
  readonly records: Map<string, Branch> = new Map();
  #left = MAX_VALUES;

  /** Reads the lists, objects and strings of code into one root. */
  read(code: string, opened = 0): Branch {
    const isTable = TABLE.test(code.slice(0, 200));
    const start = this.branches.length;
    const place = new Place(this.branches, this.records, isTable);
    this.#scan(code, place, opened);
    const root = place.end();
    const [table] = root.values;
    if (!isTable || !isBranch(table) || !holdsPlaces(table.values[0])) return root;
    linkTable(this.branches.slice(start), table.values);
    // The first value of a table holds the others, and what is next to each other in it belongs to different things.
    this.branches.splice(this.branches.indexOf(table, start), 1);
    root.values.splice(0, 1, table.values[0]);
    return root;
  }

  #scan(code: string, place: Place, opened: number): void {
    for (let at = 0; at < code.length && this.#left > 0; at++) {
      const unit = code.charCodeAt(at);
      if (isWordUnit(unit)) {
        const end = wordEnd(code, at);
        if (isKey(code, end)) place.name(code.slice(at, end));
        // Only whole numbers that are not negative are places, and digits after a point are not a number.
        else if (unit <= NINE && unit !== DOLLAR && !NUMBER_PART.test(code[at - 1] ?? "")) {
          place.putNumber(code[end] === "." ? "" : code.slice(at, end));
        }
        at = end - 1;
      } else if (unit === 0x22 || unit === 0x27 || unit === 0x60) {
        const end = stringEnd(code, at);
        this.#left--;
        if (end > at && isKey(code, end)) place.name(code.slice(at + 1, end - 1));
        else if (end > at) place.put(this.#open(unquote(code.slice(at, end)), opened));
        // After a mark that opens no string (an apostrophe in a comment) the rest of the line is skipped.
        at = Math.abs(end) - 1;
      } else if (unit === 0x5b || unit === 0x28 || unit === 0x7b) {
        this.#left--;
        place.open(unit !== 0x7b);
      } else if (unit === 0x5d || unit === 0x29 || unit === 0x7d) place.close();
      else if (unit === 0x2c) place.next();
    }
  }

  /** A string, or the data that it holds: as code, quoted, in the form of addresses or with entities. */
  #open(text: string, opened: number): Value {
    if (text.length < MIN_DATA || opened === MAX_OPENED) return text;
    const inner = innerCode(text);
    if (inner === undefined) return text;
    const { values } = this.read(inner, opened + 1);
    return values.length === 1 ? values[0] : text;
  }
}

const DOLLAR = 0x24;
const NINE = 0x39;
const NUMBER_PART = /[-+.]/;

/** Where a reader is: the branch that it fills, those around it, and the key that was named last. */
class Place {
  readonly #root = newBranch(true);
  readonly #outer: Branch[] = [];
  readonly #outerKeys: string[] = [];
  #branch = this.#root;
  #key = "";
  #tooDeep = 0;
  #isFilled = false;

  readonly #branches: Branch[];
  readonly #records: Map<string, Branch>;
  /** Whether empty places count too. */
  readonly #isTable: boolean;

  constructor(branches: Branch[], records: Map<string, Branch>, isTable: boolean) {
    this.#branches = branches;
    this.#records = records;
    this.#isTable = isTable;
  }

  name(key: string): void {
    if (!this.#branch.isList) this.#key = key;
  }

  put(value: Value): void {
    if (!this.#branch.isList) this.#branch.keys.push(this.#key);
    this.#branch.values.push(value);
    this.#isFilled = true;
  }

  putNumber(digits: string): void {
    const isWhole = /^\d{1,9}$/.test(digits);
    if (this.#isTable || NUMBER_KEYS.has(this.#key)) this.put(isWhole ? Number(digits) : undefined);
  }

  next(): void {
    this.#endPlace();
    this.#key = "";
    this.#isFilled = false;
  }

  open(isList: boolean): void {
    if (this.#outer.length === MAX_DEPTH) {
      this.#tooDeep++;
      return;
    }
    this.#outer.push(this.#branch);
    this.#outerKeys.push(this.#key);
    this.#branch = newBranch(isList);
    this.#key = "";
    this.#isFilled = false;
  }

  close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const parent = this.#outer.pop();
    if (parent === undefined) return;
    const inner = this.#branch;
    if (inner.values.length > 0) this.#endPlace();
    this.#branch = parent;
    this.#key = this.#outerKeys.pop() ?? "";
    if (inner.values.length > 0) this.#branches.push(inner);
    if (this.#isTable || inner.values.length > 0) this.put(inner);
    if (!parent.isList && !inner.isList && RECORD_KEY.test(this.#key)) this.#records.set(this.#key, inner);
  }

  /** Closes what is open. */
  end(): Branch {
    while (this.#outer.length > 0) this.close();
    this.#branches.push(this.#root);
    return this.#root;
  }

  #endPlace(): void {
    if (this.#isTable && this.#branch.isList && !this.#isFilled) this.put(undefined);
  }
}

/** Whether a value has values of its own. */
export function isBranch(value: Value): value is Branch {
  return typeof value === "object";
}

function newBranch(isList: boolean): Branch {
  return { isList, keys: [], values: [] };
}

const CODE_START = /^\s*[[{]/;
const QUOTED_CODE = /^\s*"\s*[[{]/;
const ADDRESS_CODE = /^%(?:7B|5B)/i;
const ENTITY_CODE = /^\s*(?:\{|\[\{?)\s*&(?:quot|#34|#x22);/i;
const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#x22;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

/** The code that a text holds; undefined where it is a text. */
export function innerCode(text: string): string | undefined {
  const last = text.trimEnd().at(-1);
  if (ADDRESS_CODE.test(text)) return decodeAddress(text);
  if (last !== "]" && last !== "}" && last !== '"') return undefined;
  if (ENTITY_CODE.test(text))
    return text.replace(/&[\w#]{2,5};/g, (entity) => ENTITIES[entity.toLowerCase()] ?? entity);
  if (CODE_START.test(text)) return text;
  return QUOTED_CODE.test(text) ? unquote(text.trim()) : undefined;
}

function decodeAddress(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Whether the first value of a table is made of places: lists of objects begin alike. */
function holdsPlaces(first: Value): boolean {
  if (!isBranch(first)) return false;
  return first.values.every((value, at) => typeof value === "number" || (first.isList && at === 0));
}

/** Replaces each number by the value at that place of the table, and numbered keys by their names. */
function linkTable(branches: readonly Branch[], table: readonly Value[]): void {
  const places = table.slice();
  for (const { keys, values } of branches) {
    if (values === table) continue;
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (typeof value === "number") values[at] = places[value];
      const name = /^_(\d{1,7})$/.exec(keys[at] ?? "");
      const named = name && places[Number(name[1])];
      if (typeof named === "string") keys[at] = named;
    }
  }
}

function isWordUnit(unit: number): boolean {
  if (unit < 0x30) return unit === 0x24;
  return unit <= 0x39 || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || (unit >= 0x61 && unit <= 0x7a);
}

function wordEnd(code: string, start: number): number {
  let at = start + 1;
  while (at < code.length && isWordUnit(code.charCodeAt(at))) at++;
  return at;
}

function isKey(code: string, end: number): boolean {
  let at = end;
  while (code.charCodeAt(at) <= 0x20) at++;
  return code[at] === ":";
}

/** The offset after the quotation mark that ends a string; minus the end of the line where that comes first. */
export function stringEnd(code: string, start: number): number {
  const quote = code.charCodeAt(start);
  for (let at = start + 1; at < code.length; at++) {
    const unit = code.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === 0x5c) at++;
    else if (unit === 0x0a && quote !== 0x60) return -at;
  }
  return -code.length;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "",
  f: "",
  v: "",
  "\n": "",
};

/** The text that a string of code stands for. */
export function unquote(literal: string): string {
  return withoutEscapes(literal.slice(1, -1));
}

/** A text with what its backslashes stand for. */
export function withoutEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (_, four?: string, braced?: string, two?: string, other?: string) => {
    const code = Number.parseInt(four ?? braced ?? two ?? "", 16);
    if (other !== undefined) return CONTROLS[other] ?? other;
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
