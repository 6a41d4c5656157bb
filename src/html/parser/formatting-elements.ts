import type { Attributes } from "./attributes.ts";
import { KIND, type ParseTree } from "./tree.ts";

const MARKER = -1;
/** The standard's "Noah's Ark clause": three of each kind. */
const MOST_ALIKE = 3;

/** Entries behind a marker are searched one by one up to so many; beyond, they are counted. */
const MAX_SEARCHED = 32;

/** The entries between two markers. */
interface Section {
  length: number;
  /** How many there are of each name and of each look, where there are many: so that most questions need no search. */
  counts: { readonly names: Map<number, number>; readonly looks: Map<number, number> } | undefined;
}

/** The list of active formatting elements. */
export class FormattingElements {
  readonly #tree: ParseTree;
  readonly #attributes: Attributes;
  #source = "";
  #nodes: number[] = [];
  #looks: number[] = [];
  #sections: Section[] = [newSection()];

  constructor(tree: ParseTree, attributes: Attributes) {
    this.#tree = tree;
    this.#attributes = attributes;
  }

  /** Empties the list for a page. */
  reset(source: string): void {
    this.#source = source;
    this.#nodes = [];
    this.#looks = [];
    this.#sections = [newSection()];
  }

  get length(): number {
    return this.#nodes.length;
  }

  /** The element at a place, negative for a marker. */
  at(place: number): number {
    return this.#nodes[place]!;
  }

  /** "Push onto the list of active formatting elements". */
  push(node: number): void {
    const look = this.#lookOf(node);
    const counts = this.#countsOf(this.#sections.at(-1)!);
    if (counts === undefined || (counts.looks.get(look) ?? 0) >= MOST_ALIKE) this.#makeRoom(node, look);
    this.#nodes.push(node);
    this.#looks.push(look);
    this.#count(node, look, 1, this.#nodes.length);
  }

  pushMarker(): void {
    this.#nodes.push(MARKER);
    this.#looks.push(0);
    this.#sections.push(newSection());
  }

  /** "Clear the list of active formatting elements up to the last marker". */
  clearToMarker(): void {
    while (this.#nodes.length > 0) {
      this.#looks.pop();
      if (this.#nodes.pop() === MARKER) {
        this.#sections.pop();
        return;
      }
    }
    this.#sections = [newSection()];
  }

  /** The place of the last element of a name behind the last marker, or -1. */
  find(name: number): number {
    const counts = this.#countsOf(this.#sections.at(-1)!);
    if (counts !== undefined && !counts.names.has(name)) return -1;
    for (let at = this.#nodes.length - 1; at >= 0; at--) {
      const node = this.#nodes[at]!;
      if (node === MARKER) return -1;
      if (this.#tree.key[node] === name) return at;
    }
    return -1;
  }

  /** The place of an element, or -1. */
  placeOf(node: number): number {
    return this.#nodes.lastIndexOf(node);
  }

  /** Puts an element of the same look in the place of another: its copy. */
  replaceAt(place: number, node: number): void {
    this.#nodes[place] = node;
  }

  /** Puts a copy of a removed element at a place behind the last marker. */
  insertAt(place: number, node: number): void {
    const look = this.#lookOf(node);
    this.#nodes.splice(place, 0, node);
    this.#looks.splice(place, 0, look);
    this.#count(node, look, 1, place);
  }

  removeAt(place: number): void {
    this.#count(this.#nodes[place]!, this.#looks[place]!, -1, place);
    this.#nodes.splice(place, 1);
    this.#looks.splice(place, 1);
  }

  /** Takes an element out, if it is there. */
  remove(node: number): void {
    const place = this.placeOf(node);
    if (place >= 0) this.removeAt(place);
  }

  #makeRoom(node: number, look: number): void {
    let alike = 0;
    let earliest = -1;
    for (let at = this.#nodes.length - 1; at >= 0; at--) {
      const other = this.#nodes[at]!;
      if (other === MARKER) break;
      if (this.#looks[at] !== look || !this.#isAlike(node, other)) continue;
      earliest = at;
      if (++alike === MOST_ALIKE) break;
    }
    if (alike === MOST_ALIKE) this.removeAt(earliest);
  }

  #count(node: number, look: number, change: number, place: number): void {
    const section = this.#sectionAt(place);
    section.length += change;
    if (section.counts === undefined) return;
    add(section.counts.names, this.#tree.key[node]!, change);
    add(section.counts.looks, look, change);
  }

  /** The counts of the last section, made when it has grown long. */
  #countsOf(section: Section): Section["counts"] {
    if (section.counts !== undefined || section.length <= MAX_SEARCHED) return section.counts;
    section.counts = { names: new Map(), looks: new Map() };
    for (let at = this.#nodes.length - section.length; at < this.#nodes.length; at++) {
      add(section.counts.names, this.#tree.key[this.#nodes[at]!]!, 1);
      add(section.counts.looks, this.#looks[at]!, 1);
    }
    return section.counts;
  }

  /** Nearly always the last; an element may be taken out of an earlier one. */
  #sectionAt(place: number): Section {
    let section = this.#sections.length - 1;
    for (let at = this.#nodes.length - 1; at > place; at--) if (this.#nodes[at] === MARKER) section--;
    return this.#sections[section]!;
  }

  #lookOf(node: number): number {
    const { from, to, key } = this.#tree;
    let look = key[node]!;
    // A sum: the order of attributes does not matter.
    for (let at = from[node]!; at < to[node]!; at++) look = (look + this.#hashAttribute(at)) | 0;
    return look;
  }

  #hashAttribute(at: number): number {
    const { name, from, to } = this.#attributes;
    // Values with references are alike when what they say is.
    const isPlain = from[at]! >= 0;
    const text = isPlain ? this.#source : this.#attributes.valueAt(at, this.#source);
    const end = isPlain ? to[at]! : text.length;
    let hash = name[at]!;
    for (let unit = isPlain ? from[at]! : 0; unit < end; unit++) {
      hash = (Math.imul(hash, 31) + text.charCodeAt(unit)) | 0;
    }
    return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  }

  #isAlike(one: number, other: number): boolean {
    const { kind, key, from, to } = this.#tree;
    if (kind[one] !== KIND.element || key[one] !== key[other]) return false;
    if (to[one]! - from[one]! !== to[other]! - from[other]!) return false;
    const values = new Map<number, string>();
    for (let at = from[one]!; at < to[one]!; at++) {
      values.set(this.#attributes.name[at]!, this.#attributes.valueAt(at, this.#source));
    }
    for (let at = from[other]!; at < to[other]!; at++) {
      if (values.get(this.#attributes.name[at]!) !== this.#attributes.valueAt(at, this.#source)) return false;
    }
    return true;
  }
}

function newSection(): Section {
  return { length: 0, counts: undefined };
}

function add(counts: Map<number, number>, key: number, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
