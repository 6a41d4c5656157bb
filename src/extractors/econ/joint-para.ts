import { type Document, NODE_KIND, tagTable } from "../../html/index.ts";
import type { BigNodes } from "./big-nodes.ts";
import type { TextSums } from "./text-sums.ts";

/** What Joint-para finds on a page. */
export interface TextParas {
  /** 1 for nodes that wrap noise: text-paras without punctuation. */
  readonly pruned: Uint8Array;
  /** The snippet-node, or -1 on a page without punctuation. */
  readonly snippet: number;
}

const INLINE_TAGS = tagTable("a", "b", "em", "font", "i", "span", "strong", "u");

/**
 * Joint-para (III.B) for every big-node: adjacent big-nodes of one level are joined to a text-para; one without
 * punctuation is noise, the longest one holds the snippet-node.
 *
 * Reading: text nodes between big-nodes are pieces of the same text-para. Reading: what stands inside an inline element
 * that was joined with such text is a piece of that sentence and is not judged again; else every bold name would go.
 */
export function jointParas(document: Document, sums: TextSums, big: BigNodes): TextParas {
  return new ParaScan(document, sums, big).run();
}

class ParaScan {
  readonly #document: Document;
  readonly #sums: TextSums;
  readonly #big: BigNodes;
  readonly #pruned: Uint8Array;
  readonly #joined: Uint8Array;
  #longest = 0;
  #snippet = -1;

  constructor(document: Document, sums: TextSums, big: BigNodes) {
    this.#document = document;
    this.#sums = sums;
    this.#big = big;
    this.#pruned = new Uint8Array(document.size);
    this.#joined = new Uint8Array(document.size);
  }

  run(): TextParas {
    const { size, kind, end } = this.#document;
    const { length } = this.#sums;
    const [pruned, joined] = [this.#pruned, this.#joined];
    for (let node = 0; node < size; node++) {
      if (kind[node] === NODE_KIND.text) continue;
      // Nothing inside pruned or already joined nodes is looked at again, and there are no paras where no text is.
      const isDone = pruned[node] === 1 || joined[node] === 1 || length[end[node]!] === length[node];
      if (isDone) node = end[node]! - 1;
      else this.#scanChildren(node);
    }
    return { pruned, snippet: this.#snippet };
  }

  #scanChildren(parent: number): void {
    const { kind, tag, firstChild, nextSibling } = this.#document;
    const { byTag, byText } = this.#big;
    let first = -1;
    let hasBigNode = false;
    for (let child = firstChild[parent]!; child >= 0; child = nextSibling[child]!) {
      const isText = kind[child] === NODE_KIND.text;
      if (isText || byTag[tag[child]!] === 1 || byText[child] === 1) {
        if (first < 0) first = child;
        hasBigNode ||= !isText;
        continue;
      }
      if (hasBigNode) this.#endPara(first, child);
      first = -1;
      hasBigNode = false;
    }
    if (hasBigNode) this.#endPara(first, -1);
  }

  /** Judges the text-node-set of the siblings from `first` up to, not including, `stop`. */
  #endPara(first: number, stop: number): void {
    const { end, nextSibling } = this.#document;
    const last = stop >= 0 ? stop : end[this.#document.parent[first]!]!;
    const length = this.#sums.length[last]! - this.#sums.length[first]!;
    if (length === 0) return;
    if (this.#sums.punctuation[last] === this.#sums.punctuation[first]) {
      for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) this.#pruned[node] = 1;
      return;
    }
    this.#markJoined(first, stop);
    if (length > this.#longest) {
      this.#longest = length;
      this.#snippet = this.#richest(first, stop);
    }
  }

  #markJoined(first: number, stop: number): void {
    const { kind, tag, nextSibling } = this.#document;
    let hasText = false;
    for (let node = first; node >= 0 && node !== stop && !hasText; node = nextSibling[node]!) {
      hasText = kind[node] === NODE_KIND.text && this.#sums.length[node + 1]! > this.#sums.length[node]!;
    }
    if (!hasText) return;
    for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) {
      if (INLINE_TAGS[tag[node]!] === 1) this.#joined[node] = 1;
    }
  }

  /** Reading: the paper takes any node of the set 'randomly'; we take the one with the most punctuation, first on ties. */
  #richest(first: number, stop: number): number {
    const { kind, end, nextSibling } = this.#document;
    let best = -1;
    let most = -1;
    for (let node = first; node >= 0 && node !== stop; node = nextSibling[node]!) {
      if (kind[node] === NODE_KIND.text) continue;
      const punctuation = this.#sums.punctuation[end[node]!]! - this.#sums.punctuation[node]!;
      if (punctuation > most) {
        most = punctuation;
        best = node;
      }
    }
    return best;
  }
}
