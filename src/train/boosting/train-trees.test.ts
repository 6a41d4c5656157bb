import { describe, expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { TreeEnsemble } from "../../model/index.ts";
import { seededRandom } from "../../text/index.ts";
import type { TrainingMatrix } from "./matrix.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "./options.ts";
import { trainTrees } from "./train-trees.ts";

/** Every row and column for every tree: what is left is the same for every seed. */
const WHOLE: BoostingOptions = {
  ...BOOSTING_DEFAULTS,
  trees: 30,
  rowShare: 1,
  columnShare: 1,
  minChildWeight: 1,
  learningRate: 0.3,
};

/** Rows from a function that gives the values and the label of each. */
function makeMatrix(
  rows: number,
  width: number,
  draw: (random: () => number) => readonly [readonly number[], number],
): TrainingMatrix {
  const random = seededRandom(7);
  const drawn = Array.from({ length: rows }, () => draw(random));
  return {
    names: Array.from({ length: width }, (_, column) => `column ${column}`),
    values: Float32Array.from(drawn.flatMap(([values]) => values)),
    labels: Float32Array.from(drawn, ([, label]) => label),
    weights: new Float32Array(rows).fill(1),
  };
}

/** Five columns, two of them with gaps, and labels that depend on three with noise. */
function makeNoisy(rows: number): TrainingMatrix {
  return makeMatrix(rows, 5, (random) => {
    const [a, b, c] = [random(), random(), random()];
    const logit = 6 * (a - 0.5) + (b > 0.3 ? 1 : -1) * (c > 0.6 ? 2 : -1);
    const gap = random() < 0.2 ? Number.NaN : b;
    return [
      [a, gap, c, Math.floor(9 * random()), random() < 0.5 ? Number.NaN : random()],
      flip(logit, random()),
    ];
  });
}

function flip(logOdds: number, chance: number): number {
  return chance < 1 / (1 + Math.exp(-logOdds)) ? 1 : 0;
}

function scores(trees: TreeEnsemble, { values, names, labels }: TrainingMatrix): readonly number[] {
  return Array.from(labels, (_, row) => trees.scoreRow(values, row * names.length));
}

/** The share of rows on the right side of even odds. */
function accuracy(trees: TreeEnsemble, matrix: TrainingMatrix): number {
  const right = scores(trees, matrix).filter((score, row) => score > 0 === matrix.labels[row]! > 0.5);
  return right.length / matrix.labels.length;
}

function lossOf(trees: TreeEnsemble, matrix: TrainingMatrix): number {
  const losses = scores(trees, matrix).map((score, row) => {
    const probability = 1 / (1 + Math.exp(-score));
    return matrix.weights[row]! * -Math.log(matrix.labels[row]! > 0.5 ? probability : 1 - probability);
  });
  return losses.reduce((a, b) => a + b) / matrix.weights.reduce((a, b) => a + b);
}

const XOR = makeMatrix(400, 2, (random) => {
  const [a, b] = [random(), random()];
  return [[a, b], a > 0.5 === b > 0.4 ? 1 : 0];
});

describe("training trees", () => {
  test("separates what one threshold separates, with one split", () => {
    const matrix = makeMatrix(200, 2, (random) => {
      const value = random();
      return [[random(), value], value > 0.7 ? 1 : 0];
    });
    const trees = trainTrees(matrix, { ...WHOLE, trees: 1, maxDepth: 1 });
    expect(Array.from(trees.nodes.feature.slice(0, 1))).toEqual([1]);
    expect(trees.nodes.threshold[0]).toBeCloseTo(0.7, 1);
    expect(trees.scoreRow(Float32Array.of(0, 0.9), 0)).toBeGreaterThan(trees.expected);
    expect(accuracy(trainTrees(matrix, WHOLE), matrix)).toBe(1);
  });

  test("needs two levels for an exclusive or", () => {
    expect(accuracy(trainTrees(XOR, { ...WHOLE, maxDepth: 1 }), XOR)).toBeLessThan(0.8);
    expect(accuracy(trainTrees(XOR, { ...WHOLE, maxDepth: 3 }), XOR)).toBe(1);
  });

  test("learns on which side missing values belong, and from their absence alone", () => {
    const matrix = makeMatrix(300, 1, (random) => {
      const [isMissing, value] = [random() < 0.3, random()];
      return [[isMissing ? Number.NaN : value], isMissing || value > 0.5 ? 1 : 0];
    });
    expect(accuracy(trainTrees(matrix, WHOLE), matrix)).toBe(1);
    const absence = makeMatrix(300, 1, (random) => {
      const isMissing = random() < 0.3;
      return [[isMissing ? Number.NaN : random()], isMissing ? 1 : 0];
    });
    const trees = trainTrees(absence, { ...WHOLE, maxDepth: 1 });
    expect(accuracy(trees, absence)).toBe(1);
    expect(trees.scoreRow(Float32Array.of(1000), 0)).toBeLessThan(0);
  });

  test("takes a weight of 2 as two copies and a weight of 0 as none", () => {
    const rows = makeNoisy(240);
    // Few different values: quantiles count rows, not weights.
    const values = rows.values.map((value) => Math.round(value * 20));
    const weighted = { ...rows, values, weights: rows.weights.map((_, row) => row % 3) };
    const copies = Array.from(rows.labels.keys()).flatMap((row) => new Array<number>(row % 3).fill(row));
    const copied = {
      names: rows.names,
      values: Float32Array.from(copies.flatMap((row) => [...values.slice(row * 5, row * 5 + 5)])),
      labels: Float32Array.from(copies, (row) => rows.labels[row]!),
      weights: new Float32Array(copies.length).fill(1),
    };
    const text = trainTrees(weighted, WHOLE).encode();
    expect(text).toBe(trainTrees(copied, WHOLE).encode());
    expect(text).not.toBe(trainTrees({ ...rows, values }, WHOLE).encode());
  });

  test("gives the same trees for the same seed and others for another", () => {
    const matrix = makeNoisy(600);
    const options = { ...BOOSTING_DEFAULTS, trees: 5, minChildWeight: 2 };
    const text = trainTrees(matrix, options).encode();
    expect(trainTrees(matrix, options).encode()).toBe(text);
    expect(trainTrees(matrix, { ...options, seed: 2 }).encode()).not.toBe(text);
  });

  test("lowers the loss with every tree that sees every row", () => {
    const matrix = makeNoisy(800);
    const losses = [1, 2, 3, 5, 8, 13, 21, 30].map((trees) =>
      lossOf(trainTrees(matrix, { ...WHOLE, trees }), matrix),
    );
    expect(losses.slice(1).every((loss, at) => loss < losses[at]!)).toBe(true);
  });

  test("keeps every child above the least weight and obeys depth and gamma", () => {
    const matrix = makeNoisy(500);
    const bare = trainTrees(matrix, { ...WHOLE, trees: 1, minChildWeight: 1000 });
    expect(bare.nodes.right).toHaveLength(1);
    expect(trainTrees(matrix, { ...WHOLE, trees: 1, gamma: 1e6 }).nodes.right).toHaveLength(1);
    const shallow = trainTrees(matrix, { ...WHOLE, trees: 1, maxDepth: 2 });
    expect(shallow.nodes.right).toHaveLength(7);
  });

  test("takes labels that are all alike, and columns that are all missing", () => {
    const matrix = makeMatrix(50, 1, () => [[Number.NaN], 1]);
    const trees = trainTrees(matrix, WHOLE);
    expect(trees.scoreRow(Float32Array.of(Number.NaN), 0)).toBeGreaterThan(5);
    expect(TreeEnsemble.decode(trees.encode(), matrix.names)?.size).toBe(WHOLE.trees);
  });

  test("refuses rows that do not fit and options out of range", () => {
    const rows = makeNoisy(10);
    const wrong: readonly TrainingMatrix[] = [
      { ...rows, names: rows.names.slice(1) },
      { ...rows, labels: rows.labels.map(() => 2) },
      { ...rows, labels: rows.labels.slice(1) },
      { ...rows, weights: rows.weights.map(() => 0) },
      { ...rows, weights: rows.weights.map(() => -1) },
      { ...rows, values: rows.values.map(() => Number.POSITIVE_INFINITY) },
      { ...rows, values: new Float32Array(), labels: new Float32Array(), weights: new Float32Array() },
    ];
    for (const matrix of wrong) expect(() => trainTrees(matrix, WHOLE)).toThrow(/^The rows to train on/);
    expect(() => trainTrees(rows, { ...WHOLE, learningRate: 0 })).toThrow(/^The option learningRate must be/);
  });

  test("takes time in proportion to the rows", () => {
    const options = { ...BOOSTING_DEFAULTS, trees: 10 };
    const growth = timeGrowth(10_000, (count) => {
      const rows = makeNoisy(count);
      return () => trainTrees(rows, options);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
