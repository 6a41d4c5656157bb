import { BLOCK_TAGS, tagTable } from "../../html/index.ts";
import { layoutOf } from "../../layout/index.ts";
import { type Layout, type Page, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces } from "../../text/index.ts";
import type { LeafTree } from "./leaf-tree.ts";

/** Longer texts are bold paragraphs, not labels. */
const MAX_CHARACTERS = 150;
/** Shorter texts may end in a full stop and still be labels. */
const MAX_STOPPED_CHARACTERS = 24;
/** The CSS font weight from which text is bold. */
const BOLD = 600;
/** How much larger, or how much heavier, than its surroundings emphasised text is. */
const LARGER = 1.15;
const HEAVIER = 150;
/** Bold text is as prominent as regular text of this many times its size. */
const HEAVY_AS_SIZE = 1.2;
/** Elements that label what follows them. */
const NAMING_TAGS = tagTable(
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "b",
  "strong",
  "dt",
  "th",
  "legend",
  "summary",
  "caption",
);

/** The key for comparing requested labels with texts of a page. */
function labelKey(text: string): string {
  return foldSpaces(text.normalize("NFKC").toLowerCase()).replace(/[\s:：]+$/u, "");
}

/** Whether a text has at least two capitals and no lower-case letter. */
function isCapitalised(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/su.test(text);
}

/** Whether a text is a sentence rather than a label: notices are in large type too. Short ones may be abbreviations. */
export function isSentence(text: string): boolean {
  return text.length > MAX_STOPPED_CHARACTERS && /(?![!?！？؟])\p{Sentence_Terminal}$/u.test(text);
}

/** Decides which leaves of a page are emphasised. */
export class EmphasisReader {
  readonly #page: Page;
  readonly #tree: LeafTree;
  readonly #layout: Layout;
  readonly #labels: ReadonlySet<string>;
  readonly #sizes: RunningMean;
  readonly #weights: RunningMean;

  constructor(page: Page, tree: LeafTree, labels: Iterable<string> = []) {
    this.#page = page;
    this.#tree = tree;
    this.#layout = layoutOf(page);
    this.#labels = new Set(Array.from(labels, labelKey));
    this.#sizes = new RunningMean(
      tree.count,
      (at) => this.#typeOf(at).size,
      (at) => this.#characters(at),
    );
    this.#weights = new RunningMean(
      tree.count,
      (at) => this.#typeOf(at).weight,
      (at) => this.#characters(at),
    );
  }

  /** The prominence of a visible leaf in a range, by font size and weight; undefined where it is not emphasised. */
  read(at: number, from: number, to: number): number | undefined {
    const text = this.text(at);
    if (text === "" || text.length > MAX_CHARACTERS || !this.#beginsBlock(at)) return undefined;
    const { size, weight } = this.#typeOf(at);
    const isNaming = this.#isNaming(at);
    if (!isNaming && isSentence(text)) return undefined;
    const isStrong = !this.isPlain(at) || this.isRequested(at);
    const isLarge =
      size >= LARGER * this.#sizes.meanWithout(at, from, to) ||
      (weight >= HEAVIER + this.#weights.meanWithout(at, from, to) &&
        size >= this.#sizes.meanWithout(at, from, to));
    if (!isStrong && !isLarge) return undefined;
    return size * (weight >= BOLD || isNaming ? HEAVY_AS_SIZE : 1);
  }

  /** Whether a leaf has no emphasis of its own: not bold, not capitals, not in a labelling element. */
  isPlain(at: number): boolean {
    return !(this.#isNaming(at) || this.#typeOf(at).weight >= BOLD || isCapitalised(this.text(at)));
  }

  /** Whether a leaf is one of the labels that the caller requested. */
  isRequested(at: number): boolean {
    return this.#labels.size > 0 && this.#labels.has(labelKey(this.text(at)));
  }

  /** The text of a visible leaf with white space folded; empty for media. */
  text(at: number): string {
    const { document, leaves } = this.#page;
    const leaf = this.#tree.leaf[at]!;
    if (leaves.kind[leaf] !== TEXT_LEAF) return "";
    const node = leaves.node[leaf]!;
    return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
  }

  /** Emphasis inside a line is not a label; a picture before the text does not count. */
  #beginsBlock(at: number): boolean {
    const { blocks, leaves } = this.#page;
    const { leaf } = this.#tree;
    const block = blocks.ofLeaf[leaf[at]!];
    for (let before = at - 1; before >= 0 && blocks.ofLeaf[leaf[before]!] === block; before--) {
      if (leaves.kind[leaf[before]!] === TEXT_LEAF) return false;
    }
    return true;
  }

  #isNaming(at: number): boolean {
    const { document } = this.#page;
    let node = document.parent[this.#node(at)]!;
    while (NAMING_TAGS[document.tag[node]!] !== 1) {
      if (node <= 0 || BLOCK_TAGS[document.tag[node]!] === 1) return false;
      node = document.parent[node]!;
    }
    return true;
  }

  #node(at: number): number {
    return this.#page.leaves.node[this.#tree.leaf[at]!]!;
  }

  #typeOf(at: number): { readonly size: number; readonly weight: number } {
    const element = this.#page.document.parent[this.#node(at)]!;
    return { size: this.#layout.fontSize[element]!, weight: this.#layout.fontWeight[element]! };
  }

  #characters(at: number): number {
    const { document, leaves } = this.#page;
    const node = this.#node(at);
    return leaves.kind[this.#tree.leaf[at]!] === TEXT_LEAF
      ? document.textEnd[node]! - document.textStart[node]!
      : 0;
  }
}

/** Weighted means over ranges of leaves, by prefix sums. */
class RunningMean {
  readonly #sum: Float64Array;
  readonly #mass: Float64Array;

  constructor(count: number, value: (at: number) => number, mass: (at: number) => number) {
    this.#sum = new Float64Array(count + 1);
    this.#mass = new Float64Array(count + 1);
    for (let at = 0; at < count; at++) {
      this.#sum[at + 1] = this.#sum[at]! + value(at) * mass(at);
      this.#mass[at + 1] = this.#mass[at]! + mass(at);
    }
  }

  /** The mean of a range without one of its leaves; infinite where nothing else is there. */
  meanWithout(at: number, from: number, to: number): number {
    const over = (sums: Float64Array) => sums[to]! - sums[from]! - (sums[at + 1]! - sums[at]!);
    const mass = over(this.#mass);
    return mass === 0 ? Number.POSITIVE_INFINITY : over(this.#sum) / mass;
  }
}
