import {
  AttributeTable,
  CodeTexts,
  type Document,
  finishNodes,
  firstNodes,
  grownNodeArrays,
  makeNodeArrays,
  NODE_KIND,
  type NodeArrays,
  ownVisibility,
  rawText,
  statedVisibility,
  statesVisibility,
  tagName,
} from "./document.ts";
import { type Markup, markupOfText } from "./markup.ts";
import { KNOWN_NAMES, KNOWN_NUMBERS, TAG, tagId } from "./tags.ts";

const MIN_CAPACITY = 64;

/** An attribute as the live page gives it. */
export interface MarkupAttribute {
  readonly name: string;
  readonly value: string;
}

/** Builds a Document from open, text and close calls in document order; the first open is the document node. */
export class TreeWriter {
  #capacity: number;
  #size = 0;
  #nodes: NodeArrays;
  #current = -1;
  /** Joined at the end: a text that grows by appending stays a pair of texts, whose units are read more slowly. */
  readonly #texts: string[] = [];
  #textLength = 0;
  readonly #names: string[] = [...KNOWN_NAMES];
  readonly #ownNumbers = new Map<string, number>();
  readonly #attributeNames: number[] = [];
  readonly #values: string[] = [];
  readonly #otherNames = new Map<number, string>();
  readonly #code = new Map<number, Markup>();

  /** `nodeCount` is an estimate. */
  constructor(nodeCount: number) {
    this.#capacity = Math.max(MIN_CAPACITY, Math.ceil(nodeCount));
    this.#nodes = makeNodeArrays(this.#capacity);
  }

  /** Opens an element (the document node when it is the first) and gives its number. */
  open(name: string, attributes: readonly MarkupAttribute[]): number {
    const isDocument = this.#current < 0;
    const node = this.#add(isDocument ? NODE_KIND.document : NODE_KIND.element);
    const tag = tagId(name);
    this.#nodes.tag[node] = tag;
    if (tag === 0 && !isDocument) this.#otherNames.set(node, name);
    let stated = 0;
    for (const { name: attribute, value } of attributes) {
      const number = this.#numberOf(attribute);
      this.#attributeNames.push(number);
      this.#values.push(value);
      if (statesVisibility(number)) stated |= statedVisibility(number, value);
    }
    this.#nodes.flags[node]! |= ownVisibility(tag, stated);
    this.#current = node;
    return node;
  }

  /** Adds a text node to the open element and gives its number. */
  text(value: string): number {
    const node = this.#add(NODE_KIND.text);
    const tag = this.#nodes.tag[this.#current];
    if (tag === TAG.script || tag === TAG.style) this.#code.set(node, markupOfText(value));
    else {
      this.#texts.push(value);
      this.#textLength += value.length;
    }
    return node;
  }

  /** Closes the open element. */
  close(): void {
    this.#current = this.#nodes.parent[this.#current]!;
  }

  /** Adds a text node of a document, or opens an element of it without what it holds; gives its number. */
  copy(document: Document, node: number): number {
    if (document.kind[node] === NODE_KIND.text) return this.text(rawText(document, node));
    return this.open(tagName(document, node), attributesOf(document, node));
  }

  /** Adds what a node of a document holds to the open element. */
  copyChildren(document: Document, top: number): void {
    const ends: number[] = [];
    for (let node = top + 1; node < document.end[top]!; node++) {
      for (; ends.at(-1) === node; ends.pop()) this.close();
      this.copy(document, node);
      if (document.kind[node] !== NODE_KIND.text) ends.push(document.end[node]!);
    }
    for (const _ of ends) this.close();
  }

  /** The finished Document; the writer cannot be used again. */
  finish(): Document {
    const size = this.#size;
    this.#nodes.attributeStart[size] = this.#values.length;
    finishNodes(this.#nodes, size, this.#textLength);
    return {
      size,
      ...firstNodes(this.#nodes, size),
      attributes: this.#makeTable(),
      text: this.#texts.join(""),
      code: new CodeTexts(this.#code),
      otherNames: this.#otherNames,
    };
  }

  #makeTable(): AttributeTable {
    const from = new Int32Array(this.#values.length);
    const to = new Int32Array(this.#values.length);
    let length = 0;
    for (const [at, value] of this.#values.entries()) {
      from[at] = length;
      length += value.length;
      to[at] = length;
    }
    const name = Int32Array.from(this.#attributeNames);
    return new AttributeTable({ name, from, to }, this.#names, markupOfText(this.#values.join("")));
  }

  #numberOf(name: string): number {
    const known = KNOWN_NUMBERS.get(name) ?? this.#ownNumbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.push(name) - 1;
    this.#ownNumbers.set(name, number);
    return number;
  }

  #add(kind: number): number {
    if (this.#size === this.#capacity) {
      this.#capacity *= 2;
      this.#nodes = grownNodeArrays(this.#nodes, this.#capacity);
    }
    const nodes = this.#nodes;
    const node = this.#size++;
    const parent = this.#current;
    nodes.kind[node] = kind;
    nodes.parent[node] = parent;
    nodes.textStart[node] = this.#textLength;
    nodes.attributeStart[node] = this.#values.length;
    if (parent >= 0) nodes.flags[node] = nodes.flags[parent]!;
    return node;
  }
}

function attributesOf({ attributes, attributeStart }: Document, node: number): MarkupAttribute[] {
  const found: MarkupAttribute[] = [];
  for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
    found.push({ name: attributes.nameAt(at), value: attributes.valueAt(at) });
  }
  return found;
}
