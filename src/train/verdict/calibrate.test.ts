import { describe, expect, test } from "vitest";
import { drawTo, fitLine } from "./calibrate.ts";

/** Outcomes of which the share that log-odds stand for are true. */
function outcomes(stated: number, meant: number, count: number) {
  const truths = Math.round(count / (1 + Math.exp(-meant)));
  return Array.from({ length: count }, (_, at) => ({
    logOdds: stated,
    label: Number(at < truths),
    weight: 1,
  }));
}

describe("the line of calibration", () => {
  test("leaves what fits as it is", () => {
    const { slope, offset } = fitLine([...outcomes(2, 2, 2000), ...outcomes(-1, -1, 2000)]);
    expect(slope).toBeCloseTo(1, 1);
    expect(offset).toBeCloseTo(0, 1);
  });

  test("flattens what is too sure of itself and shifts what is too hopeful", () => {
    const { slope, offset } = fitLine([...outcomes(4, 1.5, 4000), ...outcomes(-4, -2.5, 4000)]);
    expect(slope).toBeCloseTo(0.5, 1);
    expect(offset).toBeCloseTo(-0.5, 1);
  });

  test("counts weights as copies", () => {
    const some = outcomes(1, -1, 100);
    const line = fitLine([...some, ...some, ...outcomes(-2, 1, 100)]);
    const weighed = fitLine([...some.map((one) => ({ ...one, weight: 2 })), ...outcomes(-2, 1, 100)]);
    expect(weighed.slope).toBeCloseTo(line.slope, 8);
  });
});

test("a line is drawn to what is usual by a share of the way", () => {
  const line = drawTo(1, { slope: 2, offset: -1 }, 0.25);
  const at = (logOdds: number) => line.slope * logOdds + line.offset;
  expect(at(1)).toBe(1);
  expect(at(3)).toBe(1 + 0.75 * 4);
});
