import { type Document, tagName } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText, joinHashes } from "../../text/index.ts";

/**
 * The seen leaves of a page under its tree, where elements that hold the same leaves are one container, named by the highest of
 * them. Arrays over the seen leaves unless said otherwise; where two neighbours meet stands at the second of them.
 */
export interface LeafTree {
  readonly document: Document;
  readonly count: number;
  /** Its number in `page.leaves`. */
  readonly leaf: Int32Array;
  /** The number of its root-to-leaf tag path, in order of first use. */
  readonly path: Int32Array;
  /** The container that holds it alone. */
  readonly own: Int32Array;
  /** The lowest container of a leaf and the one before it. */
  readonly meet: Int32Array;
  /** The depth of that container; -1 before the first leaf and after the last. */
  readonly meetDepth: Int32Array;
  /** Containers above a node, over the nodes of the document. */
  readonly depth: Int32Array;
  /** The container of a node, over the nodes of the document. */
  readonly container: Int32Array;
  readonly maxDepth: number;
}

/** Reads the containers of a page's seen leaves, in time that grows with the page alone. */
export function readLeafTree(page: Page): LeafTree {
  const { document } = page;
  const leaf = seenLeaves(page);
  const node = leaf.map((own) => page.leaves.node[own]!);
  const meetNode = meetingNodes(document, node);
  const { depth, container } = readContainers(document, meetNode);
  const meetDepth = new Int32Array(leaf.length + 1).fill(-1);
  for (let at = 1; at < leaf.length; at++) meetDepth[at] = depth[meetNode[at]!]!;
  return {
    document,
    count: leaf.length,
    leaf,
    path: numberPaths(document, node),
    own: node.map((own) => container[own]!),
    meet: meetNode.map((own) => container[own] ?? -1),
    meetDepth,
    depth,
    container,
    maxDepth: node.reduce((deepest, own) => Math.max(deepest, depth[own]!), 0),
  };
}

function seenLeaves({ leaves }: Page): Int32Array {
  const seen = new Int32Array(leaves.count);
  let count = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) if (leaves.visible[leaf] === 1) seen[count++] = leaf;
  return seen.slice(0, count);
}

/** The lowest common ancestor of each leaf and the one before it; an element is climbed once, from its first leaf. */
function meetingNodes({ parent }: Document, node: Int32Array): Int32Array {
  const meet = new Int32Array(node.length).fill(-1);
  for (let at = 1; at < node.length; at++) {
    let above = node[at]!;
    while (above > node[at - 1]!) above = parent[above]!;
    meet[at] = above;
  }
  return meet;
}

/** Only elements where leaves meet are containers; those between two of them, or under the last, belong to the lower one. */
function readContainers({ size, parent }: Document, meetNode: Int32Array) {
  const isMeeting = new Uint8Array(size);
  for (const node of meetNode) if (node >= 0) isMeeting[node] = 1;
  const depth = new Int32Array(size);
  const container = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    const above = parent[node]!;
    depth[node] = depth[above]! + isMeeting[above]!;
    container[node] = isMeeting[above] === 1 ? node : container[above]!;
  }
  return { depth, container };
}

function numberPaths(document: Document, node: Int32Array): Int32Array {
  const { size, parent } = document;
  const hash = new Int32Array(size);
  for (let at = 1; at < size; at++) {
    hash[at] = joinHashes(hash[parent[at]!]!, hashText(tagName(document, at)));
  }
  const numbers = new Map<number, number>();
  return node.map((at) => {
    const own = hash[at]!;
    const number = numbers.get(own) ?? numbers.size;
    numbers.set(own, number);
    return number;
  });
}
