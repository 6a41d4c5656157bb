import { describe, expect, test } from "vitest";
import { seededRandom } from "../../sets/index.ts";
import { fitSigmoid } from "./platt.ts";

describe("Platt's sigmoid", () => {
  test("finds the sigmoid that labels were drawn from", () => {
    const random = seededRandom(1);
    const decisions = Array.from({ length: 20_000 }, () => random() * 6 - 3);
    // P(+1) = 1 / (1 + exp(-2 d + 1))
    const labels = decisions.map((decision) => (random() < 1 / (1 + Math.exp(1 - 2 * decision)) ? 1 : -1));
    const { slope, offset } = fitSigmoid(decisions, labels);
    expect(slope).toBeCloseTo(-2, 0);
    expect(offset).toBeCloseTo(1, 0);
  });

  test("is never certain, however well decisions tell the labels apart", () => {
    const { slope, offset } = fitSigmoid([1, 1, -1, -1], [1, 1, -1, -1]);
    // Targets are 3/4 and 1/4: exp(slope + offset) = 1/3 and exp(-slope + offset) = 3.
    expect(slope).toBeCloseTo(-Math.log(3), 4);
    expect(offset).toBeCloseTo(0, 4);
  });

  test("says how common the positive rows are where decisions say nothing", () => {
    const { slope, offset } = fitSigmoid([0, 0, 0, 0], [1, -1, -1, -1]);
    // The mean of the targets 2/3, 1/5, 1/5, 1/5 is 19/60: exp(offset) = 41/19.
    expect(slope).toBeCloseTo(0, 6);
    expect(offset).toBeCloseTo(Math.log(41 / 19), 4);
  });
});
