import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  childOf,
  MAX_COLUMNS,
  PROGRAM_LEVELS,
  sumLeaves,
  type TreeNodes,
  TreeScorer,
} from "./tree-scorer.ts";
import { packNodes, TreeEnsemble, toUnits } from "./trees.ts";

/** A tree of one path, a leaf on the left of each split but the last, as deep as given. */
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
  "reaches the leaf of a tree of depth %i that a walk by nodes does, unless the tree is too deep",
  (depth) => {
    const nodes = chain(depth);
    const scorer = TreeScorer.of(nodes, 2);
    expect(scorer !== undefined).toBe(depth <= PROGRAM_LEVELS);
    const values = [Number.NaN, Number.NEGATIVE_INFINITY, -1, 0, 3, 6, 7.5, 11, Number.POSITIVE_INFINITY];
    const rows = values.flatMap((one) => values.map((other) => Float32Array.of(one, other)));
    const leaves = rows.map((row) => walkNodes(nodes, row));
    expect(new Set(leaves).size).toBeGreaterThan(Math.min(depth, 4));
    expect(rows.map((row) => sumLeaves(nodes, row, 0))).toEqual(leaves);
    const sums = new Float64Array(rows.length);
    scorer?.sumRows(Float32Array.from(rows.flatMap((row) => [...row])), rows.length, sums);
    if (scorer !== undefined) expect([...sums]).toEqual(leaves);
  },
);

/** Trees one after the other, of depths that differ. */
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

test.each([1, 2, 9, 20])("sums the leaves of %i trees, for one row as for many", (trees) => {
  const nodes = forest(trees);
  const scorer = TreeScorer.of(nodes, 2)!;
  const rows = Float32Array.from(ROWS.flat());
  for (let count = 0; count <= ROWS.length; count++) {
    const sums = new Float64Array(ROWS.length).fill(-1);
    scorer.sumRows(rows, count, sums);
    for (const [at, values] of ROWS.entries()) {
      const row = Float32Array.from(values);
      const leaves = Array.from({ length: trees }, (_, tree) => walkNodes(chain(1 + (tree % 6)), row));
      const sum = leaves.reduce((all, units) => all + units, 0);
      expect(sumLeaves(nodes, rows, at * 2)).toBe(sum);
      expect(sums[at]).toBe(at < count ? sum : -1);
    }
  }
});

test("leaves sums beyond 32 bits to the walk by nodes", () => {
  const most = toUnits(2048);
  const trees = 2 ** 31 / most;
  const nodes = packNodes({
    roots: Array.from({ length: trees }, (_, tree) => tree),
    right: new Array(trees).fill(0),
    feature: new Array(trees).fill(0),
    threshold: new Array(trees).fill(0),
    missingLeft: new Array(trees).fill(0),
    units: new Array(trees).fill(most),
  });
  expect(TreeScorer.of(nodes, 1)).toBeUndefined();
  const scores = new Float64Array(3000);
  const ensemble = new TreeEnsemble(["length"], nodes, 0);
  for (let time = 0; time < 2; time++) ensemble.scoreRows(new Float32Array(3000), 3000, scores);
  expect([...new Set(scores)]).toEqual([2048 * trees]);
});

/** Trees of any shape over three columns: each choice is a split or a leaf, at great depth always a leaf. */
function grow(choices: readonly number[], depth: number): TreeNodes {
  const lists = {
    roots: [] as number[],
    right: [] as number[],
    feature: [] as number[],
    threshold: [] as number[],
    missingLeft: [] as number[],
    units: [] as number[],
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
const FOREST = forestOf(PROGRAM_LEVELS);

test("two scorers in turn sum the leaves that a walk by nodes reaches, whatever the trees", () => {
  fc.assert(
    fc.property(FOREST, FOREST, fc.array(VALUE, { minLength: 15, maxLength: 15 }), (one, other, values) => {
      const rows = Float32Array.from(values);
      const sums = new Float64Array(5);
      const scorers = [one, other, one].map((nodes) => ({ nodes, scorer: TreeScorer.of(nodes, 3) }));
      for (const { nodes, scorer } of scorers) {
        expect(scorer === undefined).toBe(nodes.roots.length === 0);
        scorer?.sumRows(rows, 5, sums);
        const own = Array.from(sums, (_, row) => sumLeaves(nodes, rows, row * 3));
        if (scorer !== undefined) expect([...sums]).toEqual(own);
      }
    }),
  );
});

/** The same trees over rows of another width, with splits of columns all over it. */
function spreadColumns(nodes: TreeNodes, width: number): TreeNodes {
  return { ...nodes, feature: nodes.feature.map((column, node) => (column * 173 + node) % width) };
}

/** NaNs of other bits, with and without a sign, are missing values too. */
const BITS = fc.oneof(
  VALUE.map((value) => new Int32Array(Float32Array.of(value).buffer)[0]!),
  fc.constantFrom(0x7f800001, 0x7fc12345, -0x400000, -1, -0x800000, 0x7f800000, -0x80000000),
);

test("sums the leaves that a walk by nodes reaches, in rows of any width", () => {
  const widths = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: MAX_COLUMNS }));
  const bits = fc.array(BITS, { minLength: 30, maxLength: 30 });
  fc.assert(
    fc.property(forestOf(PROGRAM_LEVELS), widths, bits, fc.nat(20), (grown, width, given, count) => {
      const nodes = spreadColumns(grown, width);
      const rows = new Float32Array(
        Int32Array.from({ length: count * width }, (_, at) => given[(at * 7) % 30]!).buffer,
      );
      const own = Array.from({ length: count }, (_, row) => sumLeaves(nodes, rows, row * width));
      const sums = new Float64Array(own.length);
      TreeScorer.of(nodes, width)?.sumRows(rows, own.length, sums);
      if (nodes.roots.length > 0) expect([...sums]).toEqual(own);
    }),
  );
});

/** Stands in for a class that a platform forbids. */
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
  const fresh = await import("./trees.ts");
  const rows = new Float32Array(5000).fill(9);
  const scores = [3, 2].map((trees) => {
    const ensemble = new fresh.TreeEnsemble(["one", "other"], forest(trees), 0);
    const own = new Float64Array(2500);
    for (let time = 0; time < 2; time++) ensemble.scoreRows(rows, 2500, own);
    return own[2499];
  });
  vi.unstubAllGlobals();
  expect(scores).toEqual([2700, 1800].map(fresh.fromUnits));
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
  expect(TreeScorer.of(nodes, 2)).toBeUndefined();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
  expect(sumLeaves(nodes, Float32Array.of(9, 9), 0)).toBe(900 + leaves);
});
