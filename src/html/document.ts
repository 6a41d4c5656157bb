import { decodeHTMLAttribute } from "entities/decode";
import { hasHighUnit, type Markup, normalizeNewlines, textOf, wholeText } from "./markup.ts";
import { TAGS } from "./tags.data.ts";
import { ATTRIBUTE, KNOWN_NAMES, TAG } from "./tags.ts";

/** What a node is. Comments and doctypes are not kept. */
export const NODE_KIND = { document: 0, element: 1, text: 2 } as const;

/** What the markup says about whether a node is shown; a node has its ancestors' bits too. */
export const NODE_FLAG = {
  /** `hidden`, inline `display:none` or `visibility:hidden`, a closed `dialog`. */
  hidden: 1,
  /** `aria-hidden="true"`: on the screen, but not read out. */
  ariaHidden: 2,
  /** Inside `noscript`: shown only where scripts do not run. */
  noscript: 4,
  /** Inside `template` (without `shadowrootmode`): not part of the page until a script uses it. */
  template: 8,
  /** Inside `svg` or `math`. */
  foreign: 16,
} as const;

/**
 * A parsed page: parallel arrays over nodes in document order. Node 0 is the document itself; the subtree of a node is
 * the range `[node, end[node])`; -1 means "no such node". Read-only by contract.
 */
export interface Document {
  readonly size: number;
  readonly kind: Uint8Array;
  /** Tag id of an element (see `TAG`), 0 for other names and for non-elements. */
  readonly tag: Uint8Array;
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** One past the last node of the subtree. */
  readonly end: Int32Array;
  /** Attributes of a node are `[attributeStart[node], attributeStart[node + 1])`. */
  readonly attributeStart: Int32Array;
  readonly attributes: AttributeTable;
  /** A text node is `text.slice(textStart[node], textEnd[node])`; an element spans the text of its subtree. */
  readonly textStart: Int32Array;
  readonly textEnd: Int32Array;
  /** The text of all text nodes but code, in document order. */
  readonly text: string;
  /** Text nodes of `script` and `style`: half of a page, kept apart so that it is not copied or read by default. */
  readonly code: CodeTexts;
  /** Names of elements whose tag id is 0. */
  readonly otherNames: ReadonlyMap<number, string>;
}

/** The name of an element, lower case; foreign elements as `svg:path`. */
export function tagName(document: Document, node: number): string {
  const id = document.tag[node] ?? 0;
  return id === 0 ? (document.otherNames.get(node) ?? "") : (TAGS[id] ?? "");
}

/** The value of an attribute, undefined if the element does not have it. */
export function attribute(document: Document, node: number, name: string): string | undefined {
  const at = findAttribute(document, node, name);
  return at < 0 ? undefined : document.attributes.valueAt(at);
}

/** Whether an element has an attribute of a name, whatever its value. */
export function hasAttribute(document: Document, node: number, name: string): boolean {
  return findAttribute(document, node, name) >= 0;
}

function findAttribute({ attributes, attributeStart }: Document, node: number, name: string): number {
  return attributes.find(name, attributeStart[node] ?? 0, attributeStart[node + 1] ?? 0);
}

/** The text of a node's whole subtree as the markup has it, hidden parts included; code only of a script or style itself. */
export function rawText(document: Document, node: number): string {
  const tag = document.tag[node];
  const textNode = tag === TAG.script || tag === TAG.style ? (document.firstChild[node] ?? -1) : node;
  const code = document.code.get(textNode);
  if (code !== undefined) return code;
  return document.text.slice(document.textStart[node], document.textEnd[node]);
}

/** The children of a node, in order. */
export function* childNodes(document: Document, node: number): Generator<number> {
  for (let child = document.firstChild[node] ?? -1; child >= 0; child = document.nextSibling[child] ?? -1) {
    yield child;
  }
}

/** Whether `node` is `ancestor` or inside it. */
export function contains(document: Document, ancestor: number, node: number): boolean {
  return node >= ancestor && node < (document.end[ancestor] ?? 0);
}

/** The nearest node at or above `node` whose tag is in `table`, or -1. */
export function closest(document: Document, node: number, table: Uint8Array): number {
  let at = node;
  while (at >= 0 && table[document.tag[at] ?? 0] !== 1) at = document.parent[at] ?? -1;
  return at;
}

/** The XPath of a node with every index, as in `/html[1]/body[1]/p[2]/text()[1]`; the document itself is `/`. */
export function nodePath(document: Document, node: number): string {
  const steps: string[] = [];
  for (let at = node; (document.parent[at] ?? -1) >= 0; at = document.parent[at] ?? 0) {
    const name = stepName(document, at);
    let index = 0;
    for (const sibling of childNodes(document, document.parent[at] ?? 0)) {
      if (stepName(document, sibling) === name) index++;
      if (sibling === at) break;
    }
    steps.push(`${name}[${index}]`);
  }
  return `/${steps.reverse().join("/")}`;
}

/** The paths of many nodes, in the given order, in time linear in the document; `nodePath` walks the siblings for each. */
export function nodePaths(document: Document, nodes: Int32Array): string[] {
  const { parent, size } = document;
  const isNeeded = new Uint8Array(size);
  for (const node of nodes) {
    for (let at = node; at >= 0 && isNeeded[at] === 0; at = parent[at]!) isNeeded[at] = 1;
  }
  const paths = new Map<number, string>();
  for (let at = 0; at < size; at++) {
    if (isNeeded[at] === 0) continue;
    const prefix = paths.get(at) ?? "";
    const counts = new Map<string, number>();
    for (const child of childNodes(document, at)) {
      const name = stepName(document, child);
      const index = (counts.get(name) ?? 0) + 1;
      counts.set(name, index);
      if (isNeeded[child] === 1) paths.set(child, `${prefix}/${name}[${index}]`);
    }
  }
  return Array.from(nodes, (node) => paths.get(node) ?? "/");
}

/** The node a path leads to, or -1. A step without an index means its first. */
export function nodeAt(document: Document, path: string): number {
  let at = 0;
  for (const step of path.split("/").filter((part) => part !== "")) {
    const [, name = "", digits = "1"] = /^(.+?)(?:\[(\d+)\])?$/.exec(step) ?? [];
    let left = Number(digits);
    let found = -1;
    for (const child of childNodes(document, at)) {
      if (stepName(document, child) === name && --left === 0) {
        found = child;
        break;
      }
    }
    if (found < 0) return -1;
    at = found;
  }
  return at;
}

function stepName(document: Document, node: number): string {
  return document.kind[node] === NODE_KIND.text ? "text()" : tagName(document, node);
}

/** The texts of `script` and `style` by their text nodes, in document order. They are decoded on demand: few are needed. */
export class CodeTexts {
  readonly #sources: ReadonlyMap<number, Markup>;

  constructor(sources: ReadonlyMap<number, Markup>) {
    this.#sources = sources;
  }

  /** The text of a node, undefined for other nodes. */
  get(node: number): string | undefined {
    const source = this.#sources.get(node);
    return source === undefined ? undefined : normalizeNewlines(wholeText(source));
  }

  nodes(): Iterable<number> {
    return this.#sources.keys();
  }
}

/** Where the values of attributes are in the markup, as parallel arrays. */
export interface AttributeRanges {
  /** The numbers of their names. */
  readonly name: Int32Array;
  /** Where values start, as the complement if decoding changes a value: it has character references, carriage returns or NUL. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** A part of a text. */
export interface TextRange {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The attributes of all elements of a document, in document order. Values are decoded on demand: few are needed. */
export class AttributeTable {
  /** The number of an attribute's name: one of `ATTRIBUTE`, or one that is valid in this document only. */
  readonly name: Int32Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #names: readonly string[];
  readonly #source: Markup;

  /** Names are by number; values are ranges of the markup. */
  constructor({ name, from, to }: AttributeRanges, names: readonly string[], source: Markup) {
    this.name = name;
    this.#from = from;
    this.#to = to;
    this.#names = names;
    this.#source = source;
  }

  get count(): number {
    return this.name.length;
  }

  /** The length of the markup that values are slices of. */
  get markupLength(): number {
    return this.#source.units.length;
  }

  /** The name of an attribute, lower case but for some of SVG. */
  nameAt(at: number): string {
    return this.#names[this.name[at]!]!;
  }

  valueAt(at: number): string {
    return readValue(this.#source, this.#from[at]!, this.#to[at]!);
  }

  /** The value of an attribute as a range of a text; nothing is copied if the value is written without references. */
  rangeAt(at: number): TextRange {
    const from = this.#from[at]!;
    const to = this.#to[at]!;
    const { units, isUtf8 } = this.#source;
    if (from >= 0 && !(isUtf8 && hasHighUnit(units, from, to))) return { text: units, from, to };
    const text = this.valueAt(at);
    return { text, from: 0, to: text.length };
  }

  /** A value as it is written, references included, in the units of the markup; equal spellings have equal values. */
  writtenAt(at: number): string {
    const from = this.#from[at]!;
    return this.#source.units.slice(from < 0 ? ~from : from, this.#to[at]);
  }

  /** The length of a value as it is written, references included. */
  writtenLength(at: number): number {
    const from = this.#from[at]!;
    return this.#to[at]! - (from < 0 ? ~from : from);
  }

  /** The index of the attribute of a name in a range, or -1. */
  find(name: string, from: number, to: number): number {
    for (let at = from; at < to; at++) if (this.#names[this.name[at]!] === name) return at;
    return -1;
  }
}

/** The decoded value of a range of markup; `from` is the complement if decoding changes it. */
export function readValue(source: Markup, from: number, to: number): string {
  if (from >= 0) return textOf(source, from, to);
  return decodeHTMLAttribute(normalizeNewlines(textOf(source, ~from, to))).replaceAll("\0", "\ufffd");
}

/** The arrays of a document with an entry per node. */
export type NodeArrays = Pick<
  Document,
  | "kind"
  | "tag"
  | "flags"
  | "parent"
  | "firstChild"
  | "nextSibling"
  | "end"
  | "attributeStart"
  | "textStart"
  | "textEnd"
>;

const NUMBER_ARRAYS = 7;
const BYTE_ARRAYS = 3;
const NUMBER_BYTES = 4;

/** Zeroed arrays for `capacity` nodes, all in one buffer: one allocation per page instead of ten. */
export function makeNodeArrays(capacity: number): NodeArrays {
  // `attributeStart` has one entry more.
  const bytesFrom = NUMBER_BYTES * (NUMBER_ARRAYS * capacity + 1);
  const buffer = new ArrayBuffer(bytesFrom + BYTE_ARRAYS * capacity);
  const numbers = (index: number, length: number): Int32Array =>
    new Int32Array(buffer, index * capacity * NUMBER_BYTES, length);
  const bytes = (index: number): Uint8Array => new Uint8Array(buffer, bytesFrom + index * capacity, capacity);
  return {
    kind: bytes(0),
    tag: bytes(1),
    flags: bytes(2),
    parent: numbers(0, capacity),
    firstChild: numbers(1, capacity),
    nextSibling: numbers(2, capacity),
    end: numbers(3, capacity),
    textStart: numbers(4, capacity),
    textEnd: numbers(5, capacity),
    attributeStart: numbers(6, capacity + 1),
  };
}

/** Longer arrays that begin with the same nodes. */
export function grownNodeArrays(from: NodeArrays, capacity: number): NodeArrays {
  const to = makeNodeArrays(capacity);
  for (const name of Object.keys(to) as (keyof NodeArrays)[]) to[name].set(from[name]);
  return to;
}

/** Views of the first `size` nodes. */
export function firstNodes(arrays: NodeArrays, size: number): NodeArrays {
  if (arrays.kind.length === size) return arrays;
  return {
    kind: arrays.kind.subarray(0, size),
    tag: arrays.tag.subarray(0, size),
    flags: arrays.flags.subarray(0, size),
    parent: arrays.parent.subarray(0, size),
    firstChild: arrays.firstChild.subarray(0, size),
    nextSibling: arrays.nextSibling.subarray(0, size),
    end: arrays.end.subarray(0, size),
    textStart: arrays.textStart.subarray(0, size),
    textEnd: arrays.textEnd.subarray(0, size),
    attributeStart: arrays.attributeStart.subarray(0, size + 1),
  };
}

/** Computes all that follows from the order of nodes, their parents and the starts of their texts. */
export function finishNodes(arrays: NodeArrays, size: number, textLength: number): void {
  const { parent, firstChild, nextSibling, end, textStart, textEnd } = arrays;
  for (let node = size - 1; node >= 0; node--) {
    // The last child is visited first and sets it.
    const after = end[node] === 0 ? node + 1 : end[node]!;
    const above = parent[node]!;
    end[node] = after;
    if (above >= 0 && end[above] === 0) end[above] = after;
    firstChild[node] = after > node + 1 ? node + 1 : -1;
    nextSibling[node] = after < size && parent[after] === above ? after : -1;
    textEnd[node] = after < size ? textStart[after]! : textLength;
  }
}

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** Bits for attributes, in addition to those of `NODE_FLAG`. */
const OPEN = 32;
const SHADOW = 64;
const SHOWN_OR_NOT = NODE_FLAG.hidden | NODE_FLAG.ariaHidden;

const STATING = new Uint8Array(KNOWN_NAMES.length);
for (const name of ["style", "hidden", "aria-hidden", "open", "shadowrootmode"] as const) {
  STATING[ATTRIBUTE[name]] = 1;
}

/** Whether an attribute, by the number of its name, can affect whether its element is shown. */
export function statesVisibility(name: number): boolean {
  return name < STATING.length && STATING[name] === 1;
}

/** The bits of such an attribute, to be combined with those of the others. */
export function statedVisibility(name: number, value: string): number {
  switch (name) {
    case ATTRIBUTE.style:
      return HIDING_STYLE.test(value) ? NODE_FLAG.hidden : 0;
    case ATTRIBUTE.hidden:
      // `hidden=until-found` opens when somebody searches or links into it.
      return value.toLowerCase() === "until-found" ? 0 : NODE_FLAG.hidden;
    case ATTRIBUTE["aria-hidden"]:
      return value.toLowerCase() === "true" ? NODE_FLAG.ariaHidden : 0;
    case ATTRIBUTE.open:
      return OPEN;
    default:
      return SHADOW;
  }
}

/** The visibility bits of an element itself, given those of its attributes; without its ancestors'. */
export function ownVisibility(tag: number, stated: number): number {
  switch (tag) {
    case TAG.html:
    case TAG.body:
      // A hidden root is a page that a script reveals: readers do see it.
      return 0;
    case TAG.noscript:
      return NODE_FLAG.noscript;
    case TAG.template:
      return (stated & SHADOW) !== 0 ? 0 : NODE_FLAG.template;
    case TAG.svg:
    case TAG.math:
      return (stated & SHOWN_OR_NOT) | NODE_FLAG.foreign;
    case TAG.dialog:
      return (stated & SHOWN_OR_NOT) | ((stated & OPEN) !== 0 ? 0 : NODE_FLAG.hidden);
    default:
      return stated & SHOWN_OR_NOT;
  }
}
