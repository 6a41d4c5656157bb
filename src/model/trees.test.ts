import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CalibratedTrees,
  chanceOf,
  mixTrees,
  packNodes,
  packTrees,
  type RowScorer,
  rankContributions,
  readTrees,
  TreeEnsemble,
  toUnits,
} from "./trees.ts";

const NAMES = ["length", "links", "depth"];

/** Length below 10, missing too: then links below 0.5; otherwise sure. A second tree is one leaf. */
function makeTrees(): TreeEnsemble {
  const nodes = packNodes({
    roots: [0, 5],
    right: [4, 3, 0, 0, 0, 0],
    feature: [0, 1, 0, 0, 0, 0],
    threshold: [10, 0.5, 0, 0, 0, 0],
    missingLeft: [1, 0, 0, 0, 0, 0],
    units: [0.25, -0.5, 0.75, -2, 1.5, 0.125].map(toUnits),
  });
  return new TreeEnsemble(NAMES, nodes, toUnits(-1));
}

const VALUE = fc.oneof(fc.float(), fc.constant(Number.NaN), fc.constantFrom(9.5, 10, 0.5));
const ROW = fc.array(VALUE, { minLength: 3, maxLength: 3 }).map((values) => Float32Array.from(values));

/** A tree as nested pairs, so that any shape may come. */
type Shape = { readonly units: number; readonly split?: readonly [number, number, boolean, Shape, Shape] };
const { shape: SHAPE } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.record(
    {
      units: fc.integer({ min: -(2 ** 24), max: 2 ** 24 }),
      split: fc.tuple(
        fc.nat(2),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        tie("shape"),
        tie("shape"),
      ),
    },
    { requiredKeys: ["units"] },
  ),
}));

function pack(shapes: readonly Shape[], base: number): TreeEnsemble {
  const lists = { right: [0], feature: [0], threshold: [0], missingLeft: [0], units: [0] };
  let count = 0;
  const add = ({ units, split }: Shape): number => {
    const node = count++;
    const [feature = 0, threshold = 0, missingLeft = false, left, right] = split ?? [];
    Object.assign(lists.feature, { [node]: feature });
    Object.assign(lists.threshold, { [node]: threshold });
    Object.assign(lists.missingLeft, { [node]: missingLeft ? 1 : 0 });
    Object.assign(lists.units, { [node]: units });
    if (left !== undefined) add(left);
    Object.assign(lists.right, { [node]: right === undefined ? 0 : add(right) });
    return node;
  };
  const roots = shapes.map(add);
  const empty = { right: [], feature: [], threshold: [], missingLeft: [], units: [] };
  return new TreeEnsemble(NAMES, packNodes({ roots, ...(roots.length > 0 ? lists : empty) }), base);
}

const TREES = fc
  .tuple(fc.array(SHAPE, { maxLength: 4 }), fc.integer({ min: -(2 ** 24), max: 2 ** 24 }))
  .map(([shapes, base]) => pack(shapes, base));

describe("an ensemble of trees", () => {
  test("adds the leaves that a row reaches to the base", () => {
    const trees = makeTrees();
    const row = (...values: number[]) => trees.scoreRow(Float32Array.from(values), 0);
    expect(row(5, 0.2, 0)).toBe(-1 + 0.75 + 0.125);
    expect(row(5, 0.5, 0)).toBe(-1 - 2 + 0.125);
    expect(row(10, 0.2, 0)).toBe(-1 + 1.5 + 0.125);
    expect(row(12, 0.2, 0)).toBe(-1 + 1.5 + 0.125);
  });

  test("sends a missing value to the side that was learned for it", () => {
    const trees = makeTrees();
    const rows = Float32Array.of(99, 99, 99, Number.NaN, 0.2, 0, Number.NaN, Number.NaN, 0);
    expect(trees.scoreRow(rows, 3)).toBe(-1 + 0.75 + 0.125);
    expect(trees.scoreRow(rows, 6)).toBe(-1 - 2 + 0.125);
  });

  test("gives contributions that sum to the score to the last bit", () => {
    fc.assert(
      fc.property(TREES, ROW, (trees, row) => {
        const sum = trees.contributions(row, 0).reduce((total, part) => total + part, trees.expected);
        expect(sum).toBe(trees.scoreRow(row, 0));
      }),
    );
    expect(Array.from(makeTrees().contributions(Float32Array.of(5, 0.7, 1), 0))).toEqual([-0.75, -1.5, 0]);
  });

  test("names the strongest contributions first and leaves out features that did nothing", () => {
    const rows = Float32Array.of(9, 5, 0.5, 1);
    expect(rankContributions(makeTrees(), rows, 1)).toEqual([
      { name: "links", value: 0.5, logOdds: -1.5 },
      { name: "length", value: 5, logOdds: -0.75 },
    ]);
  });
});

describe("trees as text", () => {
  test("come back as they were, whatever their shape", () => {
    fc.assert(
      fc.property(TREES, ROW, (trees, row) => {
        const text = trees.encode();
        const decoded = TreeEnsemble.decode(text, NAMES)!;
        expect(decoded.nodes).toEqual(trees.nodes);
        expect(decoded.encode()).toBe(text);
        expect(decoded.scoreRow(row, 0)).toBe(trees.scoreRow(row, 0));
      }),
    );
  });

  test("take 70 KB at most for 50 full trees of depth 6 over 250 features", () => {
    const names = Array.from({ length: 250 }, (_, at) => `feature ${at}`);
    const grow = (depth: number): Shape => {
      const units = toUnits(0.4);
      return depth === 0
        ? { units }
        : { units, split: [249, Math.PI, true, grow(depth - 1), grow(depth - 1)] };
    };
    const text = pack(
      Array.from({ length: 50 }, () => grow(6)),
      0,
    ).encode();
    expect(TreeEnsemble.decode(text, names)?.size).toBe(50);
    expect(text.length).toBeLessThan(70_000);
  });

  test("are refused when cut, too long, without thresholds or not base64", () => {
    const text = makeTrees().encode();
    const [nodes, bounds] = text.split(".") as [string, string];
    const wrong = ["", "%%%", nodes, `${nodes}.`, `.${bounds}`, `${text}.`, `${text}AAAA`, `AAAA${text}`];
    for (const damaged of [...wrong, text.slice(0, -4), text.slice(4), `${nodes}.${bounds}${bounds}`]) {
      expect(TreeEnsemble.decode(damaged, NAMES), damaged).toBeUndefined();
    }
  });

  test("are refused when they ask for a feature beyond the names", () => {
    const text = makeTrees().encode();
    expect(TreeEnsemble.decode(text, NAMES.slice(0, 1))).toBeUndefined();
    expect(TreeEnsemble.decode(text, NAMES.slice(0, 2))?.size).toBe(2);
  });

  test("are refused when a threshold is not finite", () => {
    const shape: Shape = {
      units: 1,
      split: [0, Number.POSITIVE_INFINITY, false, { units: 1 }, { units: 2 }],
    };
    expect(TreeEnsemble.decode(pack([shape], 0).encode(), NAMES)).toBeUndefined();
  });

  test("score any row or are refused, whatever bytes were changed", () => {
    const text = makeTrees().encode();
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.base64String({ minLength: 4, maxLength: 4 }),
        ROW,
        (at, by, row) => {
          const damaged = text.slice(0, at) + by + text.slice(at + 4);
          const score = TreeEnsemble.decode(damaged, NAMES)?.scoreRow(row, 0) ?? 0;
          expect(score).toSatisfy(Number.isFinite);
        },
      ),
    );
  });
});

test("gives the first row of many the score that it gives the last", () => {
  const trees = makeTrees();
  const row = Float32Array.of(9.5, 0.5, 0);
  const scores = Array.from({ length: 100 }, () => trees.scoreRow(row, 0));
  expect(new Set(scores)).toEqual(new Set([-1 - 2 + 0.125]));
});

test("gives many rows at once the scores that it gives each", () => {
  const trees = makeTrees();
  const rows = Float32Array.from(
    [
      [5, 0.2, 0],
      [Number.NaN, 0.2, 0],
      [12, 0.2, 0],
      [5, 0.5, 0],
      [Number.NaN, Number.NaN, 0],
    ].flat(),
  );
  const scores = new Float64Array(5);
  const each = makeTrees();
  const expected = [0, 1, 2, 3, 4].map((row) => each.scoreRow(rows, row * 3));
  for (let time = 0; time < 500; time++) {
    trees.scoreRows(rows, 5, scores.fill(0));
    expect([...scores]).toEqual(expected);
  }
});

function fixed(expected: number, ...added: readonly number[]): RowScorer {
  return {
    names: added.map((_, at) => `feature ${at}`),
    expected,
    scoreRow: () => added.reduce((sum, one) => sum + one, expected),
    contributions: () => Float64Array.from(added),
  };
}

test.each([
  [0.5, 0.375, [0.25, 0.625]],
  [1, -0.5, [0, 1.5]],
  [0.25, 0.8125, [0.375, 0.1875]],
])("two ensembles with a weight of %d for the other still add up to the score", (weight, score, added) => {
  const mixed = mixTrees(fixed(1, 0.5, -0.25), fixed(-2, 0, 1.5), weight);
  const row = new Float32Array(2);
  expect(mixed.scoreRow(row, 0)).toBe(score);
  expect([...mixed.contributions(row, 0)]).toEqual(added);
  expect(mixed.contributions(row, 0).reduce((sum, one) => sum + one, mixed.expected)).toBe(score);
});

const WORDS = ["words"];
/** Log-odds of 2 below nine words, of -2 from there on. */
const oneSplit = packNodes({
  roots: [0],
  right: [2, 0, 0],
  feature: [0, 0, 0],
  threshold: [9, 0, 0],
  missingLeft: [0, 0, 0],
  units: [0, 2, -2].map(toUnits),
});
const judge: CalibratedTrees = { trees: new TreeEnsemble(WORDS, oneSplit, 0), slope: 0.5, offset: 1 };
const stored = () => JSON.parse(JSON.stringify(packTrees(judge)));

describe("calibrated trees", () => {
  test("straighten the log-odds of a row", () => {
    // 2 · .5 + 1 = 2 and -2 · .5 + 1 = 0.
    expect(chanceOf(judge, Float32Array.of(3))).toBeCloseTo(1 / (1 + Math.exp(-2)), 4);
    expect(chanceOf(judge, Float32Array.of(30))).toBeCloseTo(0.5, 4);
  });

  test("come back from a file as they were", () => {
    const again = readTrees(stored(), WORDS);
    expect(packTrees(again)).toEqual(packTrees(judge));
    expect(chanceOf(again, Float32Array.of(3))).toBe(chanceOf(judge, Float32Array.of(3)));
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["no trees", { ...stored(), trees: 7 }],
    ["broken trees", { ...stored(), trees: "!" }],
    ["no slope", { ...stored(), slope: null }],
    ["an offset that is text", { ...stored(), offset: "1" }],
  ])("are refused as %s", (_, value) => {
    expect(() => readTrees(value, WORDS)).toThrow(expect.objectContaining({ code: "BAD_MODEL" }));
  });
});
