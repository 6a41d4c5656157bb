import { NewsError } from "../../errors/index.ts";
import { CLASS, classOf, NAME_BITS, SVG } from "./names.ts";
import { grownArray } from "./tree.ts";

const FIRST_LEVELS = 1 << 9;
const FIRST_NAMES = 1 << 10;
const FIRST_NODES = 1 << 12;
/** Larger arrays are freed after a page. */
const MAX_KEPT = 1 << 18;
const NO_KEYS = new Int32Array(0);

/**
 * The stack of open elements. Every level knows the nearest level, itself or below, whose element ends a scope or a search,
 * and every name its highest level: so each question of the standard is one look-up, however deep a page is.
 */
export class OpenElements {
  depth = 0;
  node = new Int32Array(FIRST_LEVELS);
  key = new Int32Array(FIRST_LEVELS);
  #scope = new Int32Array(FIRST_LEVELS);
  #listScope = new Int32Array(FIRST_LEVELS);
  #buttonScope = new Int32Array(FIRST_LEVELS);
  #tableScope = new Int32Array(FIRST_LEVELS);
  #special = new Int32Array(FIRST_LEVELS);
  #stop = new Int32Array(FIRST_LEVELS);
  #mode = new Int32Array(FIRST_LEVELS);
  /** The next lower level of the same name. */
  #lower = new Int32Array(FIRST_LEVELS);
  #highest = new Int32Array(FIRST_NAMES).fill(-1);
  #highestForeign = new Int32Array(FIRST_NAMES).fill(-1);
  /** The nearest HTML element. */
  #html = new Int32Array(FIRST_LEVELS);
  #levels = new Int32Array(FIRST_NODES).fill(-1);
  #moves = 0;
  #maxMoves = 0;

  /** Empties the stack; PAGE_TOO_DEEP if more elements than this move because of others below them. */
  reset(maxMoves: number): void {
    this.#moves = 0;
    this.#maxMoves = maxMoves;
    this.popTo(0);
  }

  /** Empties the stack, and frees the arrays of a huge page. */
  release(): void {
    this.popTo(0);
    if (this.node.length > MAX_KEPT) this.#resizeLevels(FIRST_LEVELS);
    if (this.#highest.length > MAX_KEPT) this.#highest = new Int32Array(FIRST_NAMES).fill(-1);
    if (this.#highestForeign.length > MAX_KEPT) this.#highestForeign = new Int32Array(FIRST_NAMES).fill(-1);
    if (this.#levels.length > MAX_KEPT) this.#levels = new Int32Array(FIRST_NODES).fill(-1);
  }

  get current(): number {
    return this.node[this.depth - 1]!;
  }

  get currentKey(): number {
    return this.key[this.depth - 1]!;
  }

  /** The level of an open element, -1 for any other. */
  levelOf(node: number): number {
    return node < this.#levels.length ? this.#levels[node]! : -1;
  }

  /** The highest level of an HTML element of this name, or -1. */
  highest(name: number): number {
    return name < this.#highest.length ? this.#highest[name]! : -1;
  }

  /** The highest level of an SVG or MathML element of this name, or -1. */
  highestForeign(name: number): number {
    return name < this.#highestForeign.length ? this.#highestForeign[name]! : -1;
  }

  /** The highest level of an HTML element of any name. */
  get topHtml(): number {
    return this.#html[this.depth - 1]!;
  }

  /** The nearest level from the top that is special, ends the search for list items, or decides the insertion mode. */
  get topSpecial(): number {
    return this.#special[this.depth - 1]!;
  }
  get topStop(): number {
    return this.#stop[this.depth - 1]!;
  }
  modeLevel(level: number): number {
    return this.#mode[level]!;
  }

  /** The level where the scope of the top begins. */
  get scopeLevel(): number {
    return this.#scope[this.depth - 1]!;
  }

  hasInScope(name: number): boolean {
    return this.highest(name) >= this.#scope[this.depth - 1]!;
  }
  hasInListScope(name: number): boolean {
    return this.highest(name) >= this.#listScope[this.depth - 1]!;
  }
  hasInButtonScope(name: number): boolean {
    return this.highest(name) >= this.#buttonScope[this.depth - 1]!;
  }
  hasInTableScope(name: number): boolean {
    return this.highest(name) >= this.#tableScope[this.depth - 1]!;
  }

  push(node: number, key: number): void {
    const level = this.depth++;
    if (level === this.node.length) this.#resizeLevels(2 * level);
    this.node[level] = node;
    this.key[level] = key;
    const bits = classOf(key);
    const below = level - 1;
    this.#scope[level] = bits & CLASS.scope ? level : below < 0 ? 0 : this.#scope[below]!;
    this.#listScope[level] = bits & CLASS.listScope ? level : below < 0 ? 0 : this.#listScope[below]!;
    this.#buttonScope[level] = bits & CLASS.buttonScope ? level : below < 0 ? 0 : this.#buttonScope[below]!;
    this.#tableScope[level] = bits & CLASS.tableScope ? level : below < 0 ? 0 : this.#tableScope[below]!;
    this.#special[level] = bits & CLASS.special ? level : below < 0 ? -1 : this.#special[below]!;
    this.#stop[level] = bits & CLASS.stop ? level : below < 0 ? -1 : this.#stop[below]!;
    this.#mode[level] = bits & CLASS.mode ? level : below < 0 ? -1 : this.#mode[below]!;
    if (key < SVG) {
      if (key >= this.#highest.length) this.#highest = grownArray(this.#highest, 2 * key, -1);
      this.#lower[level] = this.#highest[key]!;
      this.#highest[key] = level;
      this.#html[level] = level;
    } else {
      const name = key & NAME_BITS;
      if (name >= this.#highestForeign.length) {
        this.#highestForeign = grownArray(this.#highestForeign, 2 * name, -1);
      }
      this.#lower[level] = this.#highestForeign[name]!;
      this.#highestForeign[name] = level;
      this.#html[level] = below < 0 ? -1 : this.#html[below]!;
    }
    if (node >= this.#levels.length) this.#levels = grownArray(this.#levels, 2 * node, -1);
    this.#levels[node] = level;
  }

  pop(): void {
    const level = --this.depth;
    const key = this.key[level]!;
    if (key < SVG) this.#highest[key] = this.#lower[level]!;
    else this.#highestForeign[key & NAME_BITS] = this.#lower[level]!;
    this.#levels[this.node[level]!] = -1;
  }

  /** Pops until `depth` elements are left. */
  popTo(depth: number): void {
    while (this.depth > depth) this.pop();
  }

  popThrough(name: number): void {
    this.popTo(this.highest(name));
  }

  removeAt(level: number): void {
    this.replace({ from: level, to: level }, [], NO_KEYS);
  }

  /** Replaces all elements from one level to another by as many or fewer; their keys are looked up by node. */
  replace(
    { from, to }: { readonly from: number; readonly to: number },
    nodes: readonly number[],
    keys: Int32Array,
  ): void {
    const { depth } = this;
    this.#moves += depth - to - 1;
    if (this.#moves > this.#maxMoves) {
      throw new NewsError("PAGE_TOO_DEEP", "The markup crosses thousands of open elements again and again.");
    }
    this.popTo(from);
    for (const node of nodes) this.push(node, keys[node]!);
    // The elements above are still in the arrays, at or above the level that is written to.
    for (let level = to + 1; level < depth; level++) this.push(this.node[level]!, this.key[level]!);
  }

  #resizeLevels(length: number): void {
    this.node = grownArray(this.node, length);
    this.key = grownArray(this.key, length);
    this.#scope = grownArray(this.#scope, length);
    this.#listScope = grownArray(this.#listScope, length);
    this.#buttonScope = grownArray(this.#buttonScope, length);
    this.#tableScope = grownArray(this.#tableScope, length);
    this.#special = grownArray(this.#special, length);
    this.#stop = grownArray(this.#stop, length);
    this.#mode = grownArray(this.#mode, length);
    this.#lower = grownArray(this.#lower, length);
    this.#html = grownArray(this.#html, length);
  }
}
