import { describe, expect, test } from "vitest";
import { type CalibratedTrees, chanceOf, packTrees, readTrees } from "./calibrated-trees.ts";
import { packNodes } from "./tree-nodes.ts";
import { TreeEnsemble, toUnits } from "./trees.ts";

const NAMES = ["words"];
/** Log-odds of 2 below nine words, of -2 from there on. */
const nodes = packNodes({
  roots: [0],
  right: [2, 0, 0],
  feature: [0, 0, 0],
  threshold: [9, 0, 0],
  missingLeft: [0, 0, 0],
  units: [0, 2, -2].map(toUnits),
});
const judge: CalibratedTrees = { trees: new TreeEnsemble(NAMES, nodes, 0), slope: 0.5, offset: 1 };
const stored = () => JSON.parse(JSON.stringify(packTrees(judge)));

describe("calibrated trees", () => {
  test("straighten the log-odds of a row", () => {
    // 2 · .5 + 1 = 2 and -2 · .5 + 1 = 0.
    expect(chanceOf(judge, Float32Array.of(3))).toBeCloseTo(1 / (1 + Math.exp(-2)), 4);
    expect(chanceOf(judge, Float32Array.of(30))).toBeCloseTo(0.5, 4);
  });

  test("come back from a file as they were", () => {
    const again = readTrees(stored(), NAMES);
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
    expect(() => readTrees(value, NAMES)).toThrow(expect.objectContaining({ code: "BAD_MODEL" }));
  });
});
