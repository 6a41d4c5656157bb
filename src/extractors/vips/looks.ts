import { type Document, NODE_KIND, TAG } from "../../html/index.ts";
import { layoutOf } from "../../layout/index.ts";
import { type Layout, LEAF_KINDS, type Page } from "../../page/index.ts";
import { isLeafShown, MAKES_BOX } from "../shown.ts";
import type { Box } from "./box.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const ALPHA = 0xff;
/** What is behind a page that says nothing of it. */
const WHITE = 0xffffffff;

/** A page as the method looks at it: questions about ranges of nodes, each answered without a walk. */
export class Looks {
  readonly document: Document;
  readonly layout: Layout;
  /** How many shown leaves, shown text leaves and rules stand before each node. */
  readonly #shownBefore: Int32Array;
  readonly #textsBefore: Int32Array;
  readonly #rulesBefore: Int32Array;
  /** The element around every shown text leaf, and how many of them so far are set otherwise than the one before. */
  readonly #textHolders: Int32Array;
  readonly #fontChanges: Int32Array;
  readonly #holdsBreak: Uint8Array;
  readonly #backgrounds: Uint32Array;

  constructor(page: Page) {
    this.document = page.document;
    this.layout = layoutOf(page);
    const { size } = page.document;
    this.#shownBefore = new Int32Array(size + 1);
    this.#textsBefore = new Int32Array(size + 1);
    this.#rulesBefore = new Int32Array(size + 1);
    this.#textHolders = this.#countBefore(page);
    this.#fontChanges = this.#countFontChanges();
    this.#holdsBreak = this.#findBreaks();
    this.#backgrounds = this.#spreadBackgrounds();
  }

  /** Whether anything between two nodes is seen. */
  isShown(from: number, to: number): boolean {
    return this.#shownBefore[to]! > this.#shownBefore[from]!;
  }

  /** Whether a horizontal rule stands between two nodes. */
  holdsRule(from: number, to: number): boolean {
    return to > from && this.#rulesBefore[to]! > this.#rulesBefore[from]!;
  }

  /** Whether a node is text, or what stands in lines of text with all that it holds. */
  isInline(node: number): boolean {
    return !this.breaksLine(node) && this.#holdsBreak[node] === 0;
  }

  /** Whether a node begins a line of its own. */
  breaksLine(node: number): boolean {
    return this.document.kind[node] === NODE_KIND.element && MAKES_BOX[this.layout.display[node]!] === 1;
  }

  /** Whether all text between two nodes has one size and weight. */
  hasOneFont(from: number, to: number): boolean {
    const first = this.#textsBefore[from]!;
    const last = this.#textsBefore[to]! - 1;
    return last <= first || this.#fontChanges[last] === this.#fontChanges[first];
  }

  /** The element that sets the first text between two nodes, or -1. */
  firstTextHolder(from: number, to: number): number {
    const text = this.#textsBefore[from]!;
    return text < this.#textsBefore[to]! ? this.#textHolders[text]! : -1;
  }

  /** The element that sets the last text between two nodes, or -1. */
  lastTextHolder(from: number, to: number): number {
    const text = this.#textsBefore[to]! - 1;
    return text >= this.#textsBefore[from]! ? this.#textHolders[text]! : -1;
  }

  /** The colour that is seen behind a node. */
  background(node: number): number {
    return this.#backgrounds[node]!;
  }

  /** Where an element is, with what sticks out: boxes around floats have no size of their own. */
  box(node: number): Box {
    const { left, top, width, height, scrollWidth, scrollHeight } = this.layout;
    return {
      left: left[node]!,
      top: top[node]!,
      right: left[node]! + Math.max(width[node]!, scrollWidth[node]!),
      bottom: top[node]! + Math.max(height[node]!, scrollHeight[node]!),
    };
  }

  /** Fills the counts; returns the holders of shown text. */
  #countBefore(page: Page): Int32Array {
    const { document, leaves } = page;
    const holders = new Int32Array(leaves.count);
    let leaf = 0;
    let shown = 0;
    let texts = 0;
    let rules = 0;
    for (let node = 0; node <= document.size; node++) {
      this.#shownBefore[node] = shown;
      this.#textsBefore[node] = texts;
      this.#rulesBefore[node] = rules;
      if (document.tag[node] === TAG.hr) rules++;
      if (leaf >= leaves.count || leaves.node[leaf] !== node) continue;
      if (isLeafShown(page, this.layout, leaf)) {
        shown++;
        if (leaves.kind[leaf] === TEXT) holders[texts++] = document.parent[node]!;
      }
      leaf++;
    }
    return holders.subarray(0, texts);
  }

  #countFontChanges(): Int32Array {
    const { fontSize, fontWeight } = this.layout;
    const changes = new Int32Array(this.#textHolders.length);
    for (let text = 1; text < changes.length; text++) {
      const holder = this.#textHolders[text]!;
      const before = this.#textHolders[text - 1]!;
      const isSame = fontSize[holder] === fontSize[before] && fontWeight[holder] === fontWeight[before];
      changes[text] = changes[text - 1]! + Number(!isSame);
    }
    return changes;
  }

  /** Marks the nodes that hold something shown, or a rule, which begins a line of its own. */
  #findBreaks(): Uint8Array {
    const { size, parent, end } = this.document;
    const holdsBreak = new Uint8Array(size);
    for (let node = size - 1; node > 0; node--) {
      if (holdsBreak[node] === 0 && !this.breaksLine(node)) continue;
      if (this.isShown(node, end[node]!) || this.holdsRule(node, end[node]!)) holdsBreak[parent[node]!] = 1;
    }
    return holdsBreak;
  }

  #spreadBackgrounds(): Uint32Array {
    const { size, parent } = this.document;
    const { background } = this.layout;
    const seen = new Uint32Array(size).fill(WHITE, 0, 1);
    for (let node = 1; node < size; node++) {
      seen[node] = (background[node]! & ALPHA) === 0 ? seen[parent[node]!]! : background[node]!;
    }
    return seen;
  }
}
