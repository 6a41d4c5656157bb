import { describe, expect, test } from "vitest";
import { spanConfidence } from "./confidence.ts";

describe("the confidence of a span", () => {
  test("is the root of the product over the windows at both borders", () => {
    const inside = Float64Array.of(0.9, 0.2, 0.1, 0.8, 0.5, 0.6, 0.7, 0.3, 0.4, 0.9);
    // Tokens 1 and 2, 3 and 4, 5 and 6, 7 and 8; the first and the last lie outside all windows.
    const product = 0.8 * 0.9 * (0.8 * 0.5) * (0.6 * 0.7) * (0.7 * 0.6);
    expect(spanConfidence(inside, { first: 3, last: 6 }, 2)).toBeCloseTo(product ** (1 / 8), 12);
  });

  test("counts a token of a short span once for each border", () => {
    const product = 0.9 * 0.8 * 0.8 * 0.6;
    expect(spanConfidence(Float64Array.of(0.1, 0.8, 0.4), { first: 1, last: 1 }, 1)).toBeCloseTo(
      product ** (1 / 4),
      12,
    );
  });

  test("takes the root of the factors that are there where the document cuts a window", () => {
    expect(spanConfidence(Float64Array.of(0.8, 0.8, 0.8), { first: 0, last: 2 }, 10)).toBeCloseTo(0.8, 12);
  });

  test("is low and above 0 where a token is certain of the contrary", () => {
    const confidence = spanConfidence(Float64Array.of(1, 1, 1, 0), { first: 1, last: 2 }, 1);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(0.05);
  });
});
