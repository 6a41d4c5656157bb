import { BLOCK_TAGS, type Document, NODE_KIND, TAG } from "../html/index.ts";
import type { Leaves } from "./leaves.ts";

/** Runs of leaves that a reader sees as one piece: a paragraph, a heading, a list item, a cell. Parallel arrays. */
export interface Blocks {
  readonly count: number;
  /** Leaves of a block are `[firstLeaf[block], firstLeaf[block + 1])`. */
  readonly firstLeaf: Int32Array;
  /** The nearest block-level element around the block. */
  readonly container: Int32Array;
  /** The block of every leaf. */
  readonly ofLeaf: Int32Array;
}

/** Cuts the leaves into blocks at every block-level boundary, `hr` and double `br`, in one pass. */
export function findBlocks(document: Document, leaves: Leaves): Blocks {
  const containers = blockContainers(document, leaves);
  const firstLeaf = new Int32Array(leaves.count + 1);
  const container = new Int32Array(leaves.count);
  const ofLeaf = new Int32Array(leaves.count);
  let count = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const own = containers[leaf]!;
    const isNew =
      leaf === 0 ||
      own !== containers[leaf - 1] ||
      isCut(document, leaves.node[leaf - 1]!, leaves.node[leaf]!);
    if (isNew) {
      firstLeaf[count] = leaf;
      container[count++] = own;
    }
    ofLeaf[leaf] = count - 1;
  }
  firstLeaf[count] = leaves.count;
  return { count, firstLeaf: firstLeaf.slice(0, count + 1), container: container.slice(0, count), ofLeaf };
}

/** Whether a block-level element opens, or two `br` follow each other, between two leaves of one container. */
function isCut(document: Document, from: number, to: number): boolean {
  let breaks = 0;
  for (let at = document.end[from]!; at < to; at++) {
    if (document.kind[at] === NODE_KIND.text) continue;
    const tag = document.tag[at]!;
    if (BLOCK_TAGS[tag] === 1) return true;
    if (tag === TAG.br && ++breaks === 2) return true;
  }
  return false;
}

function blockContainers(document: Document, leaves: Leaves): Int32Array {
  const { size, parent, tag } = document;
  const nearest = new Int32Array(size);
  for (let at = 1; at < size; at++) {
    nearest[at] = BLOCK_TAGS[tag[at]!] === 1 ? at : nearest[parent[at]!]!;
  }
  return leaves.node.map((node) => nearest[node]!);
}
