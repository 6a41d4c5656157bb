import { expect, test } from "vitest";
import { childOf, packNodes, type TreeNodes } from "./tree-nodes.ts";
import { TreeWalk } from "./tree-walk.ts";

/** A tree of one path, a leaf on the left of each split but the last, as deep as it is told. */
function chain(depth: number): TreeNodes {
  const lists = { right: [0], feature: [0], threshold: [0], missingLeft: [0], units: [0] };
  for (let split = 0; split < depth; split++) {
    const node = split * 2;
    Object.assign(lists.right, { [node]: node + 2, [node + 1]: 0, [node + 2]: 0 });
    Object.assign(lists.feature, { [node]: split % 2, [node + 1]: 0, [node + 2]: 0 });
    Object.assign(lists.threshold, { [node]: split, [node + 1]: 0, [node + 2]: 0 });
    Object.assign(lists.missingLeft, { [node]: split % 3 === 2 ? 1 : 0, [node + 1]: 0, [node + 2]: 0 });
    Object.assign(lists.units, { [node + 1]: 100 + split, [node + 2]: 900 });
  }
  return packNodes({ roots: [0], ...lists });
}

function walkNodes(nodes: TreeNodes, row: Float32Array): number {
  let node = 0;
  while (nodes.right[node] !== 0) node = childOf(nodes, node, row, 0);
  return nodes.units[node]!;
}

test.each([0, 1, 5, 6, 7, 12])(
  "reaches the leaf of a tree of depth %i that a walk by nodes does",
  (depth) => {
    const nodes = chain(depth);
    const walk = new TreeWalk(nodes, 2);
    const values = [Number.NaN, Number.NEGATIVE_INFINITY, -1, 0, 3, 6, 7.5, 11, Number.POSITIVE_INFINITY];
    const reached = new Set<number>();
    for (const one of values) {
      for (const other of values) {
        const row = Float32Array.of(one, other);
        expect(walk.sumUnits(row, 0)).toBe(walkNodes(nodes, row));
        reached.add(walkNodes(nodes, row));
      }
    }
    expect(reached.size).toBeGreaterThan(Math.min(depth, 4));
  },
);
