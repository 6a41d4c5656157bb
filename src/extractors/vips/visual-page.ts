import { type Document, NODE_KIND, TAG } from "../../html/index.ts";
import { isLeafShown, layoutOf, MAKES_BOX } from "../../layout/index.ts";
import { type Layout, type Page, TEXT_LEAF } from "../../page/index.ts";

/** A rectangle of the page, in CSS pixels from its left and top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest box around at least one box. */
export function boxAround(boxes: readonly { readonly box: Box }[]): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { box } of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

/** Square pixels. */
export function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

const ALPHA = 0xff;
/** The default background of a page. */
const WHITE = 0xffffffff;

/** Visual cues of a page, with prefix counts so that each range query takes constant time. */
export class VisualPage {
  readonly document: Document;
  readonly layout: Layout;
  /** How many visible leaves, visible text leaves and rules come before each node. */
  readonly #shownBefore: Int32Array;
  readonly #textsBefore: Int32Array;
  readonly #rulesBefore: Int32Array;
  /** The parent of each visible text leaf, and the running count of font changes between them. */
  readonly #textParents: Int32Array;
  readonly #fontChanges: Int32Array;
  readonly #containsBreak: Uint8Array;
  readonly #backgrounds: Uint32Array;

  constructor(page: Page) {
    this.document = page.document;
    this.layout = layoutOf(page);
    const { size } = page.document;
    this.#shownBefore = new Int32Array(size + 1);
    this.#textsBefore = new Int32Array(size + 1);
    this.#rulesBefore = new Int32Array(size + 1);
    this.#textParents = this.#countBefore(page);
    this.#fontChanges = this.#countFontChanges();
    this.#containsBreak = this.#findBreaks();
    this.#backgrounds = this.#spreadBackgrounds();
  }

  /** Whether anything in a range of nodes is visible. */
  isShown(from: number, to: number): boolean {
    return this.#shownBefore[to]! > this.#shownBefore[from]!;
  }

  /** Whether there is a horizontal rule in a range of nodes. */
  containsRule(from: number, to: number): boolean {
    return to > from && this.#rulesBefore[to]! > this.#rulesBefore[from]!;
  }

  /** Whether a node and all of its visible content are inline. */
  isInline(node: number): boolean {
    return !this.breaksLine(node) && this.#containsBreak[node] === 0;
  }

  /** Whether a node starts a new line. */
  breaksLine(node: number): boolean {
    return this.document.kind[node] === NODE_KIND.element && MAKES_BOX[this.layout.display[node]!] === 1;
  }

  /** Whether all text in a range of nodes has one size and weight. */
  hasOneFont(from: number, to: number): boolean {
    const first = this.#textsBefore[from]!;
    const last = this.#textsBefore[to]! - 1;
    return last <= first || this.#fontChanges[last] === this.#fontChanges[first];
  }

  /** The parent of the first text in a range of nodes, or -1. */
  firstTextParent(from: number, to: number): number {
    const text = this.#textsBefore[from]!;
    return text < this.#textsBefore[to]! ? this.#textParents[text]! : -1;
  }

  /** The parent of the last text in a range of nodes, or -1. */
  lastTextParent(from: number, to: number): number {
    const text = this.#textsBefore[to]! - 1;
    return text >= this.#textsBefore[from]! ? this.#textParents[text]! : -1;
  }

  background(node: number): number {
    return this.#backgrounds[node]!;
  }

  /** The box of an element including overflow: containers of floats have no height of their own. */
  box(node: number): Box {
    const { left, top, width, height, scrollWidth, scrollHeight } = this.layout;
    return {
      left: left[node]!,
      top: top[node]!,
      right: left[node]! + Math.max(width[node]!, scrollWidth[node]!),
      bottom: top[node]! + Math.max(height[node]!, scrollHeight[node]!),
    };
  }

  /** Fills the prefix counts; returns the parents of visible text. */
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
        if (leaves.kind[leaf] === TEXT_LEAF) holders[texts++] = document.parent[node]!;
      }
      leaf++;
    }
    return holders.subarray(0, texts);
  }

  #countFontChanges(): Int32Array {
    const { fontSize, fontWeight } = this.layout;
    const changes = new Int32Array(this.#textParents.length);
    for (let text = 1; text < changes.length; text++) {
      const holder = this.#textParents[text]!;
      const before = this.#textParents[text - 1]!;
      const isSame = fontSize[holder] === fontSize[before] && fontWeight[holder] === fontWeight[before];
      changes[text] = changes[text - 1]! + Number(!isSame);
    }
    return changes;
  }

  /** Marks the nodes that contain a visible block or a rule. */
  #findBreaks(): Uint8Array {
    const { size, parent, end } = this.document;
    const containsBreak = new Uint8Array(size);
    for (let node = size - 1; node > 0; node--) {
      if (containsBreak[node] === 0 && !this.breaksLine(node)) continue;
      if (this.isShown(node, end[node]!) || this.containsRule(node, end[node]!))
        containsBreak[parent[node]!] = 1;
    }
    return containsBreak;
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
