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

/** Trees one behind the other, of depths that differ. */
function forest(trees: number): TreeNodes {
  const chains = Array.from({ length: trees }, (_, tree) => chain(1 + (tree % 6)));
  const firsts = chains.map((_, tree) =>
    chains.slice(0, tree).reduce((sum, { right }) => sum + right.length, 0),
  );
  const all = (field: Exclude<keyof TreeNodes, "roots">) => chains.flatMap((nodes) => [...nodes[field]]);
  return packNodes({
    roots: firsts,
    right: chains.flatMap(({ right }, tree) =>
      Array.from(right, (to) => (to === 0 ? 0 : to + firsts[tree]!)),
    ),
    feature: all("feature"),
    threshold: all("threshold"),
    missingLeft: all("missingLeft"),
    units: all("units"),
  });
}

const ROWS = [
  [Number.NaN, 1],
  [3, -0],
  [7.5, -1],
  [-1, Number.NaN],
  [0, 4],
  [-0, 2.5],
] as const;

test.each([0, 1, 2, 9, 20])("sums the leaves of %i trees, for one row as for many", (trees) => {
  const walk = new TreeWalk(forest(trees), 2);
  const rows = Float32Array.from(ROWS.flat());
  for (let count = 0; count <= ROWS.length; count++) {
    const sums = new Float64Array(ROWS.length).fill(-1);
    walk.sumRows(rows, count, sums);
    for (const [at, values] of ROWS.entries()) {
      const row = Float32Array.from(values);
      const leaves = Array.from({ length: trees }, (_, tree) => walkNodes(chain(1 + (tree % 6)), row));
      const sum = leaves.reduce((all, units) => all + units, 0);
      expect(walk.sumUnits(rows, at * 2)).toBe(sum);
      expect(sums[at]).toBe(at < count ? sum : -1);
    }
  }
});

test("sums leaves that no 32 bits hold", () => {
  const most = 2 ** 30;
  const nodes = packNodes({
    ...{ roots: [0, 3, 6], right: [2, 0, 0, 5, 0, 0, 8, 0, 0], feature: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ...{ threshold: [1, 0, 0, 1, 0, 0, 1, 0, 0], missingLeft: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
    units: [0, most, -most, 0, most, -most, 0, most, -most],
  });
  const sums = new Float64Array(2);
  new TreeWalk(nodes, 1).sumRows(Float32Array.of(0, 2), 2, sums);
  expect([...sums]).toEqual([3 * most, -3 * most]);
});
