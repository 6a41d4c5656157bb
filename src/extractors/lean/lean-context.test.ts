import { describe, expect, test } from "vitest";
import type { TreeEnsemble } from "../../model/index.ts";
import { growTrees } from "../../train/boosting/train-trees.ts";
import {
  INSIDE_WIDTH,
  LEAN_CONTEXT,
  leanContextRows,
  type PlacedBlocks,
  packPasses,
  readPasses,
  weighInContext,
} from "./lean-context.ts";

/** A block as it was weighed: words, chance, and the number of its path. */
type Block = readonly [words: number, chance: number, path: number];

const BLOCKS: readonly Block[] = [
  [4, 0.01, 0],
  [20, 0.98, 1],
  [40, 0.98, 1],
  [30, 0.4, 1],
  [10, 0.6, 2],
  [50, 0.99, 1],
  [8, 0.005, 3],
];

/** The blocks of a page, of which the first ancestor holds those from 1 to 4, and no other is there. */
function placed(blocks: readonly Block[]): PlacedBlocks {
  const inside = new Int32Array(blocks.length * INSIDE_WIDTH).fill(-1);
  for (let at = 1; at < 5 && at < blocks.length; at++) inside.set([1, 5], at * INSIDE_WIDTH);
  return {
    count: blocks.length,
    words: Float32Array.from(blocks, ([words]) => words),
    paths: Int32Array.from(blocks, ([, , path]) => path),
    inside,
  };
}

const chancesOf = (blocks: readonly Block[]) => Float32Array.from(blocks, ([, chance]) => chance);
const logOdds = (chance: number) => Math.log(chance / (1 - chance));

/** The column of the given name of the block with 30 words. */
function feature(name: string): number {
  const { places, values } = leanContextRows(placed(BLOCKS), chancesOf(BLOCKS));
  const column = LEAN_CONTEXT.indexOf(name);
  expect(column).toBeGreaterThanOrEqual(0);
  return values[places.indexOf(3) * LEAN_CONTEXT.length + column]!;
}

describe("the context of a block", () => {
  test("is described for unsure blocks alone", () => {
    const rows = leanContextRows(placed(BLOCKS), chancesOf(BLOCKS));
    expect([...rows.places]).toEqual([3, 4]);
    const sure: readonly Block[] = [[9, 0.99, 0]];
    expect(leanContextRows(placed(sure), chancesOf(sure)).values).toHaveLength(0);
  });

  test.each([
    ["context.own", logOdds(0.4)],
    ["context.before1", logOdds(0.98)],
    ["context.before3", logOdds(0.01)],
    ["context.after1", logOdds(0.6)],
    [
      "context.neighbours",
      (50 * logOdds(0.98) + 10 * logOdds(0.6) + 30 * logOdds(0.99)) / (20 + 30 + 10 + 30),
    ],
    ["context.path", (60 * logOdds(0.98) + 30 * logOdds(0.4) + 50 * logOdds(0.99)) / 140],
    ["context.pathOthers", (60 * logOdds(0.98) + 50 * logOdds(0.99)) / 110],
    ["context.pathWords", 140],
    ["context.keptShare", 60 / 120],
    ["context.keptUpTo", 60],
    ["context.keptAfter", 60],
    ["context.fromFirst", 2],
    ["context.fromLast", -2],
    ["context.sinceSure", 1],
    ["context.toSure", 2],
    ["context.wordsSinceSure", 0],
    ["context.wordsToSure", 10],
    ["context.sureBefore", 60],
    ["context.sureAfter", 50],
    ["context.lowest", logOdds(0.6)],
    ["context.median", logOdds(0.98)],
    ["context.aboveMedian", logOdds(0.4) - logOdds(0.98)],
    ["context.keptWords", 120],
    ["context.pageWords", 162],
    ["context.wordShare", 30 / 120],
    ["context.inRun", 1],
    ["context.fromRun", 0],
    ["context.runWords", 150],
    ["context.inStretch", 1],
    ["ancestor1.chance", (60 * logOdds(0.98) + 10 * logOdds(0.6)) / 70],
    ["ancestor1.kept", 70 / 120],
    ["ancestor2.chance", Number.NaN],
  ])("tells %s", (name, value) => {
    if (Number.isNaN(value)) expect(feature(name)).toBeNaN();
    else expect(feature(name)).toBeCloseTo(value, 4);
  });

  test("has no distance from what is kept where nothing is", () => {
    const low: readonly Block[] = [
      [5, 0.1, 0],
      [5, 0.1, 1],
    ];
    const { places, values } = leanContextRows(placed(low), chancesOf(low));
    expect(places).toHaveLength(2);
    const column = (name: string) => values[LEAN_CONTEXT.indexOf(name)];
    expect(column("context.fromFirst")).toBeNaN();
    expect(column("context.inRun")).toBe(0);
    expect(column("context.expectedF1")).toBe(0);
  });
});

/** Trees that keep what is under tags and classes of which the rest is kept. */
function treesByPath(): TreeEnsemble {
  const rows = Array.from({ length: 200 }, (_, at) => {
    const row = new Float32Array(LEAN_CONTEXT.length);
    row[LEAN_CONTEXT.indexOf("context.pathOthers")] = at % 2 === 0 ? 3 : -3;
    return { row, label: 1 - (at % 2), weight: 10 };
  });
  return growTrees(LEAN_CONTEXT, rows, { trees: 10, columnShare: 1, minChildWeight: 1 });
}

describe("weighing again", () => {
  test("moves unsure blocks alone, once for each pass", () => {
    const trees = treesByPath();
    const once = chancesOf(BLOCKS);
    weighInContext(placed(BLOCKS), once, [trees], "where nothing is kept");
    expect(once[3]).toBeGreaterThan(0.5);
    expect([once[0], once[5], once[6]]).toEqual(
      [...chancesOf(BLOCKS)].filter((_, at) => [0, 5, 6].includes(at)),
    );
    const twice = chancesOf(BLOCKS);
    weighInContext(placed(BLOCKS), twice, [trees, trees], "where nothing is kept");
    weighInContext(placed(BLOCKS), once, [trees], "where nothing is kept");
    expect(twice).toEqual(once);
  });

  test("counts half where nothing was kept before", () => {
    const blocks: readonly Block[] = [
      [20, 0.4, 0],
      [20, 0.1, 0],
      [20, 0.01, 1],
    ];
    const trees = treesByPath();
    const { values } = leanContextRows(placed(blocks), chancesOf(blocks));
    const again = [0, 1].map((row) => trees.scoreRow(values, row * LEAN_CONTEXT.length));
    const chances = chancesOf(blocks);
    weighInContext(placed(blocks), chances, [trees], "where nothing is kept");
    expect(logOdds(chances[0]!)).toBeCloseTo((logOdds(0.4) + again[0]!) / 2, 4);
    expect(logOdds(chances[1]!)).toBeCloseTo((logOdds(0.1) + again[1]!) / 2, 4);
    expect(chances[2]).toBeCloseTo(0.01, 6);
  });

  test("counts half wherever it is told to, but for blocks that are sure", () => {
    const [again, mixed] = [chancesOf(BLOCKS), chancesOf(BLOCKS)];
    weighInContext(placed(BLOCKS), again, [treesByPath()], "where nothing is kept");
    weighInContext(placed(BLOCKS), mixed, [treesByPath()], "always");
    for (const [at, first] of chancesOf(BLOCKS).entries())
      expect(logOdds(mixed[at]!)).toBeCloseTo((logOdds(first) + logOdds(again[at]!)) / 2, 3);
  });

  test.each([
    ["something", BLOCKS],
    ["nothing", BLOCKS.map(([words, , path]): Block => [words, 1e-6, path])],
  ])("by no trees changes nothing where %s is kept", (_, blocks) => {
    const chances = chancesOf(blocks);
    weighInContext(placed(blocks), chances, [], "where nothing is kept");
    expect(chances).toEqual(chancesOf(blocks));
  });

  test("is written and read without loss", () => {
    const trees = treesByPath();
    const [read] = readPasses(JSON.parse(JSON.stringify(packPasses([trees]))));
    for (const others of [3, -3]) {
      const row = new Float32Array(LEAN_CONTEXT.length);
      row[LEAN_CONTEXT.indexOf("context.pathOthers")] = others;
      expect(read?.scoreRow(row, 0)).toBe(trees.scoreRow(row, 0));
    }
  });

  test.each([
    ["of other features", { features: ["own"], trees: [] }, "its context trees are of other features"],
    ["damaged", { features: LEAN_CONTEXT, trees: ["?"] }, "its context trees are damaged"],
    ["no list", { features: LEAN_CONTEXT, trees: "?" }, "its context trees are damaged"],
    ["absent", undefined, "its context trees, passes, are missing"],
  ])("is refused where it is %s", (_, value, problem) => {
    expect(() => readPasses(value)).toThrow(problem);
  });
});
