import { describe, expect, test } from "vitest";
import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import { growTrees } from "../../train/boosting/train-trees.ts";
import { CONTEXT_FEATURES, contextRows, packContext, readContext, weighInContext } from "./context.ts";
import { FUSED_FEATURES } from "./rows.ts";
import { BlockTally } from "./verdict/block-tally.ts";

/** A block as it was weighed: words, chance, and what is known of its path. */
type Block = readonly [
  words: number,
  chance: number,
  pathBlocks?: number,
  pathShare?: number,
  linkShare?: number,
];

const BLOCKS: readonly Block[] = [
  [4, 0.01],
  [20, 0.98, 3, 0.5],
  [40, 0.98, 3, 0.5],
  [30, 0.4, 3, 0.5],
  [10, 0.6],
  [50, 0.02],
];

function tallyOf(blocks: readonly Block[]): BlockTally {
  const tally = new BlockTally(blocks.length);
  const width = FUSED_FEATURES.length;
  for (const [at, [words, chance, pathBlocks = 1, pathShare = 0.1, linkShare = 0]] of blocks.entries()) {
    const values = new Float32Array(width);
    values[FUSED_FEATURES.indexOf("text.words")] = words;
    values[FUSED_FEATURES.indexOf("classPath.blocks")] = pathBlocks;
    values[FUSED_FEATURES.indexOf("classPath.textShare")] = pathShare;
    values[FUSED_FEATURES.indexOf("text.linkShare")] = linkShare;
    tally.add({ count: 1, blocks: Int32Array.of(at), values, width }, 0, chance);
  }
  return tally;
}

function features(row: number): (name: string) => number {
  const { values } = contextRows(tallyOf(BLOCKS));
  return (name) => {
    const at = CONTEXT_FEATURES.indexOf(name);
    if (at < 0) throw new Error(`No feature ${name}`);
    return values[row * CONTEXT_FEATURES.length + at]!;
  };
}

const logOdds = (chance: number) => Math.log(chance / (1 - chance));

describe("the context of a block", () => {
  test("is described for unsure blocks alone", () => {
    expect([...contextRows(tallyOf(BLOCKS)).places]).toEqual([3, 4]);
    expect(contextRows(tallyOf([[9, 0.99]])).values).toHaveLength(0);
  });

  test("is not described for a line that leads to another page", () => {
    const rows = contextRows(
      tallyOf([
        [9, 0.4, 1, 0.1, 0.7],
        [9, 0.4],
      ]),
    );
    expect([...rows.places]).toEqual([1]);
  });

  test("holds its neighbours, and nothing beyond the page", () => {
    const of = features(1);
    expect(of("own")).toBeCloseTo(logOdds(0.6), 4);
    expect(of("previous")).toBeCloseTo(logOdds(0.4), 4);
    expect(of("next")).toBeCloseTo(logOdds(0.02), 4);
    expect(of("secondNext")).toBeNaN();
    expect([of("previousWords"), of("nextWords")]).toEqual([30, 50]);
  });

  test("holds blocks under the same tags and classes; a block alone there has none", () => {
    expect(features(0)("pathOthers")).toBeCloseTo(logOdds(0.98), 4);
    expect(features(0)("pathWords")).toBe(90);
    expect(features(1)("pathOthers")).toBeNaN();
    expect(features(1)("path")).toBeCloseTo(logOdds(0.6), 4);
  });

  test("says how far sure paragraphs and kept text are", () => {
    expect([features(1)("sinceSure"), features(1)("wordsSinceSure")]).toEqual([2, 30]);
    expect(features(1)("toSure")).toBeNaN();
    expect([features(0)("fromFirst"), features(0)("fromLast")]).toEqual([2, -1]);
    expect([features(0)("keptBefore"), features(0)("keptAfter")]).toEqual([60, 10]);
  });

  test("says how sure the page as a whole is", () => {
    expect(features(0)("keptWords")).toBe(70);
    expect(features(0)("pageWords")).toBe(154);
    expect(features(0)("median")).toBeCloseTo(logOdds(0.98), 3);
    expect(features(0)("lowest")).toBeCloseTo(logOdds(0.6), 4);
    expect(features(0)("from30")).toBeCloseTo(30 / 70);
    expect(features(0)("from90")).toBe(0);
  });
});

describe("weighing in context", () => {
  /** Trees that keep every block. */
  function keepAll(): TreeEnsemble {
    const row = new Float32Array(CONTEXT_FEATURES.length);
    return growTrees(CONTEXT_FEATURES, [{ row, label: 0.9, weight: 1 }], { trees: 1 });
  }

  test("is the mean of both log-odds on unsure blocks, and leaves the others as they are", () => {
    const tally = tallyOf(BLOCKS);
    const own = Float64Array.from(BLOCKS, ([, chance]) => logOdds(chance));
    const { chances, ofBlock } = weighInContext({ tally, logOdds: own }, tally, keepAll());
    const expected = toProbability((logOdds(0.4) + logOdds(0.9)) / 2);
    expect(chances[3]).toBeCloseTo(expected, 3);
    expect(ofBlock[3]).toBe(chances[3]);
    expect([...chances.subarray(0, 3)]).toEqual([...tally.chances.subarray(0, 3)]);
    expect(tally.chances[3]).toBeCloseTo(0.4);
  });

  test("trees come back from a file; those of other features are refused", () => {
    const packed = packContext(keepAll());
    expect(readContext(packed).encode()).toBe(packed.trees);
    expect(() => readContext({ ...packed, features: ["own"] })).toThrow("other features");
    expect(() => readContext({ ...packed, trees: "?" })).toThrow("damaged");
  });
});
