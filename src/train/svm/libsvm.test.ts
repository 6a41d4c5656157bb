import { describe, expect, test } from "vitest";
import { type SvmRows, trainSvm } from "./libsvm.ts";

const SETTINGS = { cost: 10, gamma: 1 };
/** Rows on a line, those above a half what is looked for. */
const rows = Array.from({ length: 20 }, (_, at) => Float64Array.of(at / 20));
const lessons: SvmRows = { rows, labels: rows.map(([value = 0]) => (value > 0.5 ? 1 : -1)) };

describe("a machine from libsvm", () => {
  const machine = trainSvm(lessons, SETTINGS);

  test("is on the side of what is looked for", () => {
    expect(machine.decide(Float64Array.of(0.9))).toBeGreaterThan(1);
    expect(machine.decide(Float64Array.of(0.1))).toBeLessThan(-1);
    expect(machine.probability(Float64Array.of(0.9))).toBeGreaterThan(0.5);
  });

  test("is so whichever kind of row comes first", () => {
    const turned: SvmRows = { rows: rows.toReversed(), labels: lessons.labels.toReversed() };
    expect(lessons.labels[0]).not.toBe(turned.labels[0]);
    expect(trainSvm(turned, SETTINGS).decide(Float64Array.of(0.9))).toBeCloseTo(
      machine.decide(Float64Array.of(0.9)),
      2,
    );
  });

  test("keeps rows as its vectors, with a weight above 0 for what is looked for", () => {
    const { vectors, coefficients } = machine.parts;
    expect(vectors.length).toBe(coefficients.length);
    for (const [at, vector] of vectors.entries()) {
      expect(rows).toContain(vector);
      expect(coefficients[at]! > 0).toBe(vector[0]! > 0.5);
    }
  });
});
