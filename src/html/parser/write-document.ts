import {
  AttributeTable,
  CodeTexts,
  type Document,
  finishNodes,
  firstNodes,
  makeNodeArrays,
  type NodeArrays,
  ownVisibility,
  statedVisibility,
  statesVisibility,
} from "../document.ts";
import { MATH_ATTRIBUTES, NAMESPACED_ATTRIBUTES, SVG_ATTRIBUTES } from "../foreign-attributes.data.ts";
import { type Markup, markupOfText, normalizeNewlines, sliceMarkup } from "../markup.ts";
import { TAGS } from "../tags.data.ts";
import { KNOWN_NAMES, KNOWN_NUMBERS, NAME, TAG } from "../tags.ts";
import { MATH, NAME_BITS, SVG } from "./names.ts";
import { Attributes, KIND } from "./tree.ts";
import type { HtmlTreeBuilder } from "./tree-builder.ts";

const SVG_NAMES = adjustedNames(SVG_ATTRIBUTES);
const MATH_NAMES = adjustedNames(MATH_ATTRIBUTES);

/** What is collected while nodes are written. */
interface Parts {
  readonly text: DocumentText;
  readonly code: Map<number, Markup>;
  readonly otherNames: Map<number, string>;
}

/** The finished tree as a Document, without comments. `bytes` are those of markup in UTF-8. */
export function writeDocument(builder: HtmlTreeBuilder, bytes?: Uint8Array): Document {
  const { tree, tag, source } = builder;
  const arrays = makeNodeArrays(tree.size - tree.comments);
  const text = bytes === undefined ? new SlicedText(source.units) : new Utf8Text(bytes);
  const parts: Parts = { text, code: new Map(), otherNames: new Map() };
  written.reset();
  const size = writeNodes(builder, arrays, parts);
  const document = {
    size,
    ...firstNodes(arrays, size),
    attributes: new AttributeTable(written.finish(), tag.names.names, source),
    text: text.finish(),
    code: new CodeTexts(parts.code),
    otherNames: parts.otherNames,
  };
  written.release();
  return document;
}

/** The attributes in document order: a scratch buffer, reused for the next page. */
const written = new Attributes();

/** Writes all nodes and returns how many; one loop over plain arrays, as it runs for every node of every page. */
function writeNodes(builder: HtmlTreeBuilder, arrays: NodeArrays, parts: Parts): number {
  const { text, code, otherNames } = parts;
  const read = builder.tag.attributes;
  const { tree, source } = builder;
  const { kind: kinds, key: keys, parent: parents, first, next, from: starts, to: ends } = tree;
  const { kind, tag, flags, parent, textStart, attributeStart } = arrays;
  parent[0] = -1;
  let size = 1;
  let current = 0;
  for (let at = first[0]!; at > 0; ) {
    const kindAt = kinds[at]!;
    if (kindAt !== KIND.comment) {
      const node = size++;
      kind[node] = kindAt;
      parent[node] = current;
      flags[node] = flags[current]!;
      textStart[node] = text.length;
      attributeStart[node] = written.count;
      if (kindAt === KIND.text) {
        const from = starts[at]!;
        if (tag[current] === TAG.script || tag[current] === TAG.style) {
          code.set(
            node,
            from < 0 ? markupOfText(tree.strings[~from]!) : sliceMarkup(source, from, ends[at]!),
          );
        } else if (from < 0) text.addKept(tree.strings[~from]!);
        else text.add(from, ends[at]!);
      } else {
        const key = keys[at]!;
        const id = tagOf(key);
        tag[node] = id;
        if (id === 0) otherNames.set(node, nameOf(builder, key));
        flags[node]! |= ownVisibility(id, readAttributes(builder, at));
        written.append(read, starts[at]!, ends[at]!);
        if (id === TAG.html || id === TAG.body) addMerged(builder, at);
        if (first[at]! >= 0) {
          current = node;
          at = first[at]!;
          continue;
        }
      }
    }
    // Up to the next ancestor that has a sibling.
    for (; at > 0 && next[at]! < 0; current = parent[current]!) at = parents[at]!;
    if (at > 0) at = next[at]!;
  }
  attributeStart[size] = written.count;
  finishNodes(arrays, size, text.length);
  return size;
}

/** The visibility bits of an element's attributes; also adjusts the attribute names of a foreign element. */
function readAttributes({ tree, tag: { attributes }, source }: HtmlTreeBuilder, node: number): number {
  const key = tree.key[node]!;
  const { name } = attributes;
  const from = tree.from[node]!;
  const to = tree.to[node]!;
  let stated = 0;
  for (let at = from; at < to; at++) {
    if (key >= SVG) name[at] = adjusted((key & SVG) !== 0 ? SVG_NAMES : MATH_NAMES, name[at]!);
    if (statesVisibility(name[at]!)) stated |= statedVisibility(name[at]!, attributes.valueAt(at, source));
  }
  return stated;
}

/** Adds the attributes that later tags gave to the root or the body; they do not affect visibility. */
function addMerged({ merged, tag: { attributes } }: HtmlTreeBuilder, node: number): void {
  for (const at of merged.get(node)?.places ?? []) written.append(attributes, at, at + 1);
}

/** Only the roots of foreign content have a tag id. */
function tagOf(key: number): number {
  if (key < TAGS.length) return key;
  const isRoot = key === (NAME.svg | SVG) || key === (NAME.math | MATH);
  return isRoot ? key & NAME_BITS : 0;
}

function nameOf({ tag: { names } }: HtmlTreeBuilder, key: number): string {
  const name = names.nameOf(key & NAME_BITS);
  if (key < SVG) return name;
  // An `svg` inside MathML has the same name as one of SVG.
  if (name === "svg" || name === "math") return name;
  return `${(key & SVG) !== 0 ? "svg" : "math"}:${name}`;
}

/** The numbers of names that are spelt differently on foreign elements, 0 for all others. */
function adjustedNames(withCapitals: readonly string[]): Int32Array {
  const numbers = new Int32Array(KNOWN_NAMES.length);
  const pairs = [
    ...withCapitals.map((name) => [name.toLowerCase(), name] as const),
    ...NAMESPACED_ATTRIBUTES,
  ];
  for (const [name, other] of pairs) numbers[KNOWN_NUMBERS.get(name)!] = KNOWN_NUMBERS.get(other)!;
  return numbers;
}

function adjusted(names: Int32Array, name: number): number {
  return name < names.length && names[name] !== 0 ? names[name]! : name;
}

const FIRST_BYTES = 1 << 16;
/** A longer scratch buffer is freed after a page. */
const MAX_KEPT_BYTES = 1 << 22;
/** The most bytes of a UTF-16 code unit in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** Pieces are joined in batches: each takes more memory than the few characters that a hostile page has in it. */
const MAX_PIECES = 1 << 16;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ENCODER = new TextEncoder();
/** A byte-order mark is an ordinary character here. */
const UTF_8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Joins the texts of a page, in document order. */
export interface DocumentText {
  /** Of all that was added, in UTF-16 units. */
  length: number;
  /** Adds a range of the source with newlines normalized. */
  add(from: number, to: number): void;
  /** Adds a text that is not in the source as it is. */
  addKept(text: string): void;
  /** The joined text. */
  finish(): string;
}

/** The texts of markup that is a string. */
export class SlicedText implements DocumentText {
  length = 0;
  readonly #source: string;
  /** Joined at the end: a string built by appending stays a rope, whose characters are slower to read. */
  readonly #pieces: string[] = [];
  readonly #joined: string[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add(from: number, to: number): void {
    this.addKept(normalizeNewlines(this.#source.slice(from, to)));
  }

  addKept(text: string): void {
    if (this.#pieces.length === MAX_PIECES) this.#joinPieces();
    this.#pieces.push(text);
    this.length += text.length;
  }

  finish(): string {
    this.#joinPieces();
    return this.#joined.join("");
  }

  #joinPieces(): void {
    this.#joined.push(this.#pieces.join(""));
    this.#pieces.length = 0;
  }
}

/** Scratch buffer, reused for the next page. */
let scratch = new Uint8Array(FIRST_BYTES);

/** The texts of markup in UTF-8, decoded all at once. */
export class Utf8Text implements DocumentText {
  length = 0;
  #size = 0;
  readonly #source: Uint8Array;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  add(from: number, to: number): void {
    const source = this.#source;
    const bytes = this.#reserve(to - from);
    let size = this.#size;
    let units = to - from;
    for (let at = from; at < to; at++) {
      const byte = source[at]!;
      bytes[size++] = byte;
      if (byte >= 0x80) {
        // Continuation bytes are not units; characters of four bytes are two units.
        if (byte < 0xc0) units--;
        else if (byte >= 0xf0) units++;
      } else if (byte === CARRIAGE_RETURN) {
        bytes[size - 1] = LINE_FEED;
        if (at + 1 < to && source[at + 1] === LINE_FEED) {
          at++;
          units--;
        }
      }
    }
    this.#size = size;
    this.length += units;
  }

  addKept(text: string): void {
    const bytes = this.#reserve(MAX_UNIT_BYTES * text.length);
    this.length += text.length;
    this.#size += ENCODER.encodeInto(text, bytes.subarray(this.#size)).written;
  }

  finish(): string {
    const text = UTF_8.decode(scratch.subarray(0, this.#size));
    if (scratch.length > MAX_KEPT_BYTES) scratch = new Uint8Array(FIRST_BYTES);
    return text;
  }

  #reserve(count: number): Uint8Array {
    const size = this.#size + count;
    if (size > scratch.length) {
      const grown = new Uint8Array(2 * size);
      grown.set(scratch.subarray(0, this.#size));
      scratch = grown;
    }
    return scratch;
  }
}
