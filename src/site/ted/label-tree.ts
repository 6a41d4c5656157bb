import { attribute, type Document, MEDIA_TAGS, NODE_KIND, tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { foldSpaces, hashText, joinHashes } from "../../text/index.ts";

/** A label that no node of a page has. */
const WILDCARD_LABEL = -1;
/** Attributes that identify a picture, video or frame. */
const SOURCES = ["src", "srcset", "data"] as const;

/**
 * A labelled ordered tree as parallel arrays in document order, with node 0 as the root; the subtree of a node is the range
 * `[node, end[node])`. A pattern is such a tree with wildcards among its leaves.
 */
export interface LabelTree {
  readonly size: number;
  /** The tag name of an element, the hash of a text, tag and source of a medium. */
  readonly label: Int32Array;
  readonly end: Int32Array;
  /** The hash of the subtree. */
  readonly hash: Int32Array;
  /** The number of nodes in the subtree without wildcards. */
  readonly weight: Int32Array;
  readonly wildcard: readonly Wildcard[];
}

/** What a leaf of a pattern matches: itself; one subtree, at most one, one or more, any number. */
export const WILDCARD = { none: 0, single: 1, optional: 2, plus: 3, star: 4 } as const;

/** A value of `WILDCARD`. */
export type Wildcard = (typeof WILDCARD)[keyof typeof WILDCARD];

/** Builds a tree node by node, in document order. */
export class LabelTreeBuilder {
  readonly #label: number[] = [];
  readonly #end: number[] = [];
  readonly #wildcard: Wildcard[] = [];
  readonly #open: number[] = [];
  /** The wildcard right before the next node, or -1. */
  #neighbour = -1;

  /** Opens a node; nodes added until `close` are inside it. */
  open(label: number): void {
    this.#open.push(this.#add(label, WILDCARD.none));
    this.#neighbour = -1;
  }

  close(): void {
    const node = this.#open.pop() ?? 0;
    this.#end[node] = this.#label.length;
    this.#neighbour = -1;
  }

  /** Adds a wildcard; adjacent ones merge into one that matches as much as both. */
  addWildcard(wildcard: Wildcard): void {
    const before = this.#wildcard[this.#neighbour];
    if (before === undefined) this.#neighbour = this.#add(WILDCARD_LABEL, wildcard);
    else this.#wildcard[this.#neighbour] = joinWildcards(before, wildcard);
  }

  take(): LabelTree {
    const size = this.#label.length;
    const tree = {
      size,
      label: Int32Array.from(this.#label),
      end: Int32Array.from(this.#end),
      hash: new Int32Array(size),
      weight: new Int32Array(size),
      wildcard: [...this.#wildcard],
    };
    for (let node = size - 1; node >= 0; node--) summarise(tree, node);
    return tree;
  }

  #add(label: number, wildcard: Wildcard): number {
    this.#wildcard.push(wildcard);
    this.#label.push(label);
    return this.#end.push(this.#label.length) - 1;
  }
}

function joinWildcards(one: Wildcard, other: Wildcard): Wildcard {
  const isRequired = [one, other].some(
    (wildcard) => wildcard === WILDCARD.single || wildcard === WILDCARD.plus,
  );
  return isRequired ? WILDCARD.plus : WILDCARD.star;
}

/** Sets hash and weight of a node from those of its children, which are already set. */
function summarise({ label, end, hash, weight, wildcard }: LabelTree, node: number): void {
  let total = wildcard[node] === WILDCARD.none ? 1 : 0;
  let mixed = joinHashes(label[node]!, wildcard[node]!);
  for (let child = node + 1; child < end[node]!; child = end[child]!) {
    total += weight[child]!;
    mixed = joinHashes(mixed, hash[child]!);
  }
  weight[node] = total;
  hash[node] = mixed;
}

/** The children of a node, in order. */
export function childrenOf({ end }: LabelTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < end[node]!; child = end[child]!) children.push(child);
  return children;
}

/** The tree of a page, with the document node of each of its nodes. */
export interface PageTree extends LabelTree {
  readonly node: Int32Array;
}

/** Builds the tree of a page: its leaves and their ancestors. */
export function readTree({ document, leaves }: Page): PageTree {
  const hasLeaf = leafAncestors(document, leaves.node);
  const builder = new LabelTreeBuilder();
  const nodes = [0];
  const open = [0];
  builder.open(0);
  for (let at = 1; at < document.size; at++) {
    if (hasLeaf[at] === 0) {
      at = document.end[at]! - 1;
      continue;
    }
    for (; document.end[open.at(-1)!]! <= at; open.pop()) builder.close();
    open.push(at);
    nodes.push(at);
    builder.open(labelOf(document, at));
  }
  for (const _ of open) builder.close();
  return { ...builder.take(), node: Int32Array.from(nodes) };
}

/** 1 for every leaf and every ancestor of one. */
function leafAncestors({ size, parent }: Document, leaves: Int32Array): Uint8Array {
  const hasLeaf = new Uint8Array(size);
  for (const leaf of leaves) hasLeaf[leaf] = 1;
  for (let at = size - 1; at > 0; at--) if (hasLeaf[at] === 1) hasLeaf[parent[at]!] = 1;
  return hasLeaf;
}

function labelOf(document: Document, at: number): number {
  if (document.kind[at] === NODE_KIND.text) {
    return hashText(foldSpaces(document.text.slice(document.textStart[at], document.textEnd[at])));
  }
  const tag = document.tag[at]!;
  const name = tag === 0 ? hashText(tagName(document, at)) : tag;
  if (MEDIA_TAGS[tag] !== 1) return name;
  const source = SOURCES.map((key) => attribute(document, at, key)).find((found) => found !== undefined);
  return joinHashes(name, hashText(source ?? ""));
}
