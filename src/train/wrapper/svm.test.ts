import { describe, expect, test } from "vitest";
import { seededRandom } from "../../text/index.ts";
import { fitSigmoid } from "../calibration.ts";
import { type SvmRows, trainSvm } from "./train-judges.ts";

describe("a classifier from libsvm", () => {
  const SETTINGS = { cost: 10, gamma: 1 };

  /** Rows on a line, those above a half what is looked for. */
  const rows = Array.from({ length: 20 }, (_, at) => Float64Array.of(at / 20));

  const training: SvmRows = { rows, labels: rows.map(([value = 0]) => (value > 0.5 ? 1 : -1)) };

  const classifier = trainSvm(training, SETTINGS);

  test("decides for the wanted class", () => {
    expect(classifier.decide(Float64Array.of(0.9))).toBeGreaterThan(1);
    expect(classifier.decide(Float64Array.of(0.1))).toBeLessThan(-1);
    expect(classifier.probability(Float64Array.of(0.9))).toBeGreaterThan(0.5);
  });

  test("does so whichever class comes first", () => {
    const turned: SvmRows = { rows: rows.toReversed(), labels: training.labels.toReversed() };
    expect(training.labels[0]).not.toBe(turned.labels[0]);
    expect(trainSvm(turned, SETTINGS).decide(Float64Array.of(0.9))).toBeCloseTo(
      classifier.decide(Float64Array.of(0.9)),
      2,
    );
  });

  test("keeps rows as its vectors, with a weight above 0 for the wanted class", () => {
    const { vectors, coefficients } = classifier.parts;
    expect(vectors.length).toBe(coefficients.length);
    for (const [at, vector] of vectors.entries()) {
      expect(rows).toContain(vector);
      expect(coefficients[at]! > 0).toBe(vector[0]! > 0.5);
    }
  });
});

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
