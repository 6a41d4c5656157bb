/** The nodes of all trees, each tree in preorder: the left child of a split is the node after it. */
export interface TreeNodes {
  /** The first node of each tree. */
  readonly roots: Int32Array;
  /** The right child; 0 for a leaf, as node 0 is a root. */
  readonly right: Int32Array;
  /** The column that a split asks. */
  readonly feature: Uint16Array;
  /** Values below go left. */
  readonly threshold: Float32Array;
  /** 1 where a missing value (NaN) goes left. */
  readonly missingLeft: Uint8Array;
  /** What the node says in units; for a split, what it would say if it were a leaf. */
  readonly units: Int32Array;
}

/** So many nodes, of so many trees, with nothing in them yet. */
export function makeNodes(count: number, trees: number): TreeNodes {
  return {
    roots: new Int32Array(trees),
    right: new Int32Array(count),
    feature: new Uint16Array(count),
    threshold: new Float32Array(count),
    missingLeft: new Uint8Array(count),
    units: new Int32Array(count),
  };
}

/** Nodes from plain lists. */
export function packNodes(lists: Readonly<Record<keyof TreeNodes, readonly number[]>>): TreeNodes {
  return {
    roots: Int32Array.from(lists.roots),
    right: Int32Array.from(lists.right),
    feature: Uint16Array.from(lists.feature),
    threshold: Float32Array.from(lists.threshold),
    missingLeft: Uint8Array.from(lists.missingLeft),
    units: Int32Array.from(lists.units),
  };
}

/** The child of a split that a row goes to. */
export function childOf(nodes: TreeNodes, node: number, values: Float32Array, offset: number): number {
  const value = values[offset + nodes.feature[node]!]!;
  const bound = nodes.threshold[node]!;
  if (value < bound) return node + 1;
  return value >= bound || nodes.missingLeft[node] === 0 ? nodes.right[node]! : node + 1;
}

/** The sum of the leaves that a row reaches, in units, walking from node to node. */
export function sumLeaves(nodes: TreeNodes, values: Float32Array, offset: number): number {
  const { roots, right, units } = nodes;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree]!;
    while (right[node] !== 0) node = childOf(nodes, node, values, offset);
    sum += units[node]!;
  }
  return sum;
}
