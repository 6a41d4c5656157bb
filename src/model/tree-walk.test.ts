import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { FullTrees } from "./full-trees.ts";
import { TreeMachine } from "./tree-machine.ts";
import { childOf, packNodes, sumLeaves, type TreeNodes } from "./tree-nodes.ts";
import { MAX_COLUMNS, PROGRAM_LEVELS } from "./tree-program.ts";
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

/** Trees of any shape over three columns: every choice is a node, a leaf where it says so or the tree is deep. */
function grow(choices: readonly number[], depth: number): TreeNodes {
  const lists = {
    ...{ roots: [] as number[], right: [] as number[], feature: [] as number[], threshold: [] as number[] },
    ...{ missingLeft: [] as number[], units: [] as number[] },
  };
  const add = (level: number): number => {
    const node = lists.right.push(0) - 1;
    const choice = choices[node] ?? 0;
    lists.feature.push(choice % 3);
    lists.threshold.push((choice % 7) - 3);
    lists.missingLeft.push(choice & 1);
    lists.units.push(choice - 500);
    if (level === depth || choice % 4 === 0) return node;
    add(level + 1);
    lists.right[node] = add(level + 1);
    return node;
  };
  while (lists.right.length < choices.length) lists.roots.push(add(0));
  return packNodes(lists);
}

const VALUE = fc.oneof(fc.float(), fc.constant(Number.NaN), fc.integer({ min: -4, max: 4 }));
const forestOf = (levels: number) =>
  fc
    .tuple(fc.array(fc.nat(1000), { maxLength: 200 }), fc.nat(levels))
    .map(([choices, depth]) => grow(choices, depth));
const FOREST = forestOf(PROGRAM_LEVELS + 2);

test("two walks in turn sum the leaves that a walk by nodes reaches, whatever the trees", () => {
  fc.assert(
    fc.property(FOREST, FOREST, fc.array(VALUE, { minLength: 15, maxLength: 15 }), (one, other, values) => {
      const rows = Float32Array.from(values);
      const sums = new Float64Array(5);
      const walks = [one, other, one].map((nodes) => ({ nodes, walk: new TreeWalk(nodes, 3) }));
      for (const { nodes, walk } of walks) {
        const own = Array.from(sums, (_, row) => sumLeaves(nodes, rows, row * 3));
        walk.sumRows(rows, 5, sums);
        expect([...sums]).toEqual(own);
        expect(Array.from(sums, (_, row) => walk.sumUnits(rows, row * 3))).toEqual(own);
      }
    }),
  );
});

/** The same trees, asking columns all over rows of some width. */
function spreadColumns(nodes: TreeNodes, width: number): TreeNodes {
  return { ...nodes, feature: nodes.feature.map((column, node) => (column * 173 + node) % width) };
}

/** Bits of floats that are no number, with and without a sign, are as missing as any. */
const BITS = fc.oneof(
  VALUE.map((value) => new Int32Array(Float32Array.of(value).buffer)[0]!),
  fc.constantFrom(0x7f800001, 0x7fc12345, -0x400000, -1, -0x800000, 0x7f800000, -0x80000000),
);

test("JavaScript and WebAssembly sum the leaves that a walk by nodes reaches, in rows of any width", () => {
  const widths = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: MAX_COLUMNS }));
  const bits = fc.array(BITS, { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(forestOf(PROGRAM_LEVELS), widths, bits, fc.nat(20), (grown, width, given, count) => {
      const nodes = spreadColumns(grown, width);
      const rows = new Float32Array(
        Int32Array.from({ length: count * width }, (_, at) => given[(at * 7) % 30]!).buffer,
      );
      const own = Array.from({ length: count }, (_, row) => sumLeaves(nodes, rows, row * width));
      const ways = [new FullTrees(nodes, width, PROGRAM_LEVELS), TreeMachine.of(nodes, width)];
      expect(ways[1] === undefined).toBe(nodes.roots.length === 0);
      for (const way of ways.filter((way) => way !== undefined)) {
        const sums = new Float64Array(own.length);
        way.sumRows(rows, own.length, sums);
        expect([...sums]).toEqual(own);
      }
    }),
  );
});

/** What a platform has in place of a class that it does not let anyone use. */
const refuse = vi.fn(function Forbidden() {
  throw new Error("Not allowed here.");
});

test.each([
  ["there is no WebAssembly", undefined],
  ["a policy forbids it", { Module: refuse }],
  ["no addresses are left for its memory", { Module: WebAssembly.Module, Memory: refuse }],
])("rows are summed where %s, which is tried once", async (_, platform) => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", platform);
  refuse.mockClear();
  const fresh = await import("./tree-walk.ts");
  const walks = [3, 2].map((trees) => new fresh.TreeWalk(forest(trees), 2));
  const sums = walks.map((walk) => {
    const sum = new Float64Array(1);
    walk.sumRows(Float32Array.of(9, 9), 1, sum);
    return sum[0];
  });
  vi.unstubAllGlobals();
  expect(sums).toEqual([2700, 1800]);
  expect(refuse).toHaveBeenCalledTimes(platform === undefined ? 0 : 1);
});

test("a million leaves beside a deep tree are not laid out as deep trees", () => {
  const deep = chain(6);
  const leaves = 2 ** 20;
  const count = deep.right.length + leaves;
  const nodes: TreeNodes = {
    roots: Int32Array.from({ length: leaves + 1 }, (_, tree) =>
      tree === 0 ? 0 : deep.right.length + tree - 1,
    ),
    right: new Int32Array(count),
    feature: new Uint16Array(count),
    threshold: new Float32Array(count),
    missingLeft: new Uint8Array(count),
    units: new Int32Array(count).fill(1),
  };
  for (const field of ["right", "feature", "threshold", "missingLeft", "units"] as const) {
    nodes[field].set(deep[field]);
  }
  const before = process.memoryUsage().arrayBuffers;
  const walk = new TreeWalk(nodes, 2);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
  expect(walk.sumUnits(Float32Array.of(9, 9), 0)).toBe(900 + leaves);
});
