import { TAG } from "../html/index.ts";
import { type Cut, headlineKey, leafAt, type Page, TEXT_LEAF } from "../page/index.ts";

/** The page that an article is made of, and which of its leaves are kept. */
export interface ArticleSource {
  readonly page: Page;
  readonly kept: Uint8Array;
  readonly cuts?: readonly Cut[] | undefined;
  readonly titleNode?: number | undefined;
  /** The headline is not among them. */
  readonly isHeadlineOut?: boolean | undefined;
}

/** The leaves inside a node, `to` excluded. */
export function leavesInside(
  { document, leaves }: Page,
  node: number,
): { readonly from: number; readonly to: number } {
  return { from: leafAt(leaves, node), to: leafAt(leaves, document.end[node]!) };
}

/** Whether anything that is kept is in a table. */
export function hasKeptTable({ page: { document, leaves }, kept }: ArticleSource): boolean {
  const { tag, end } = document;
  for (let table = tag.indexOf(TAG.table); table >= 0; table = tag.indexOf(TAG.table, end[table])) {
    const to = leafAt(leaves, end[table]!);
    for (let leaf = leafAt(leaves, table); leaf < to; leaf++) if (kept[leaf] === 1) return true;
  }
  return false;
}

/** For every leaf how many kept ones are before it, and how many characters these show. */
interface Before {
  readonly leaves: Uint32Array;
  readonly characters: Uint32Array;
}

/** The kept leaves of a page as spans, lengths and comparable text. */
export class KeptText {
  readonly #page: Page;
  readonly kept: Uint8Array;
  /** How many characters all kept leaves have, white space included: the denominator of shares. */
  readonly totalLength: number;
  #key: string | undefined;
  #before: Before | undefined;

  constructor(page: Page, kept: Uint8Array) {
    this.#page = page;
    this.kept = kept;
    this.totalLength = totalLength(page, kept);
  }

  leavesIn(node: number): number[] {
    const { from, to } = leavesInside(this.#page, node);
    return this.#keptBetween(from, to);
  }

  /** The kept leaves of a block. */
  leavesOfBlock(block: number): number[] {
    const { firstLeaf } = this.#page.blocks;
    return this.#keptBetween(firstLeaf[block]!, firstLeaf[block + 1]!);
  }

  #keptBetween(from: number, to: number): number[] {
    const found: number[] = [];
    for (let leaf = from; leaf < to; leaf++) if (this.kept[leaf] === 1) found.push(leaf);
    return found;
  }

  text(leaves: readonly number[]): string {
    return leaves.map((leaf) => this.#textOf(leaf)).join("");
  }

  /** How many characters leaves show, white space at their ends left out. */
  length(leaves: readonly number[]): number {
    let sum = 0;
    for (const leaf of leaves) sum += this.#shownLength(leaf);
    return sum;
  }

  /** How many kept leaves a node holds and how many characters they show, from sums that are counted once. */
  sizeOf(node: number): { readonly leaves: number; readonly characters: number } {
    this.#before ??= this.#countBefore();
    const { leaves, characters } = this.#before;
    const { from, to } = leavesInside(this.#page, node);
    return { leaves: leaves[to]! - leaves[from]!, characters: characters[to]! - characters[from]! };
  }

  /** Whether the letters and digits of leaves are in the kept text a second time. */
  isRepeated(leaves: readonly number[], size: { readonly min: number; readonly max: number }): boolean {
    if (this.length(leaves) > size.max) return false;
    const key = headlineKey(this.text(leaves));
    if (key.length < size.min) return false;
    this.#key ??= headlineKey(this.text([...this.kept.keys()].filter((leaf) => this.kept[leaf] === 1)));
    // Not `lastIndexOf`: it compares letter by letter, seconds for a text made to resemble the quotation.
    return this.#key.indexOf(key, this.#key.indexOf(key) + 1) >= 0;
  }

  #countBefore(): Before {
    const { count } = this.#page.leaves;
    const leaves = new Uint32Array(count + 1);
    const characters = new Uint32Array(count + 1);
    for (let leaf = 0; leaf < count; leaf++) {
      const isKept = this.kept[leaf] === 1;
      leaves[leaf + 1] = leaves[leaf]! + (isKept ? 1 : 0);
      characters[leaf + 1] = characters[leaf]! + (isKept ? this.#shownLength(leaf) : 0);
    }
    return { leaves, characters };
  }

  #shownLength(leaf: number): number {
    return this.#textOf(leaf).trim().length;
  }

  #textOf(leaf: number): string {
    const { document, leaves } = this.#page;
    if (leaves.kind[leaf] !== TEXT_LEAF) return "";
    const node = leaves.node[leaf]!;
    return document.text.slice(document.textStart[node], document.textEnd[node]);
  }
}

function totalLength({ document, leaves }: Page, kept: Uint8Array): number {
  const { textStart, textEnd } = document;
  let total = 0;
  for (let leaf = 0; leaf < kept.length; leaf++) {
    const node = leaves.node[leaf]!;
    if (kept[leaf] === 1) total += textEnd[node]! - textStart[node]!;
  }
  return total;
}
