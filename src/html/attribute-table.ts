import { hasHighUnit, type Markup, normalizeNewlines, textOf } from "./markup.ts";
import { decodeValue } from "./references.ts";

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

  /** The name of an attribute, lower case but for some of SVG. */
  nameAt(at: number): string {
    return this.#names[this.name[at]!]!;
  }

  /** The value of an attribute. */
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
  writtenAt(at: number): TextRange {
    const from = this.#from[at]!;
    return { text: this.#source.units, from: from < 0 ? ~from : from, to: this.#to[at]! };
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
  return decodeValue(normalizeNewlines(textOf(source, ~from, to))).replaceAll("\0", "\ufffd");
}
