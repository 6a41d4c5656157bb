import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lexicon } from "./lexicon.ts";

const HASH = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const WEIGHTS = fc.uniqueArray(
  fc.record({ hash: HASH, weight: fc.double({ min: -9, max: 9, noNaN: true }) }),
  { selector: ({ hash }) => hash, maxLength: 100 },
);

function weightOf(lexicon: Lexicon, ...hashes: number[]): number {
  return lexicon.scoreTokens(Int32Array.from(hashes), hashes.length);
}

describe("a lexicon", () => {
  test("weighs what was put in to one part of 254, the same after it was stored, and nothing else", () => {
    fc.assert(
      fc.property(WEIGHTS, HASH, (weights, other) => {
        const lexicon = Lexicon.of(weights, -0.5);
        const stored = Lexicon.decode(JSON.parse(JSON.stringify(lexicon.encode())))!;
        const largest = Math.max(0, ...weights.map(({ weight }) => Math.abs(weight)));
        for (const { hash, weight } of weights) {
          expect(Math.abs(weightOf(lexicon, hash) - weight)).toBeLessThanOrEqual(largest / 253 + 1e-12);
          expect(weightOf(stored, hash)).toBe(weightOf(lexicon, hash));
        }
        expect(stored.bias).toBe(-0.5);
        if (!weights.some(({ hash }) => hash === other)) expect(weightOf(stored, other)).toBe(0);
      }),
    );
  });

  test("adds up the weights of the given number of tokens", () => {
    const lexicon = Lexicon.of(
      [1, 2, 4].map((weight) => ({ hash: weight * 1e6, weight })),
      0,
    );
    expect(weightOf(lexicon, 1e6, 4e6, 77)).toBeCloseTo(5, 1);
    expect(lexicon.scoreTokens(Int32Array.of(4e6, 1e6), 1)).toBeCloseTo(4, 1);
    expect(weightOf(lexicon)).toBe(0);
  });

  test("is the same text whatever the order it was filled in", () => {
    const weights = [7, -7, 0, 2 ** 31 - 1].map((hash) => ({ hash, weight: hash % 5 }));
    expect(Lexicon.of(weights, 1).encode()).toEqual(Lexicon.of(weights.toReversed(), 1).encode());
  });

  test("is refused when it is damaged", () => {
    const good = Lexicon.of(
      [1, 2, 3].map((weight) => ({ hash: weight * 1e6, weight })),
      0.5,
    ).encode();
    expect(Lexicon.decode(good)?.size).toBe(3);
    const { weights } = good;
    const damaged = [
      weights.slice(0, -4),
      weights.slice(0, 4),
      `${weights.replace(/=+$/, "")}AAAA`,
      "%%%",
      7,
    ].map((text) => ({ ...good, weights: text }));
    const lying = [2, 4, -1, 1.5, 2 ** 40, Number.NaN, "3"].map((size) => ({ ...good, size }));
    const odd = [0, -1, Number.NaN, "1", undefined].map((scale) => ({ ...good, scale }));
    const wrong = [null, "", [], {}, { ...good, bias: Number.NaN }, ...damaged, ...lying, ...odd];
    for (const value of wrong) expect(Lexicon.decode(value)).toBeUndefined();
  });

  test("is refused when two entries are of one name or a weight is beyond its byte", () => {
    const decode = (...bytes: number[]) =>
      Lexicon.decode({ size: 2, bias: 0, scale: 1, weights: btoa(String.fromCharCode(...bytes)) });
    expect(decode(5, 120, 1, 120)?.size).toBe(2);
    expect(decode(0, 120, 1, 120)?.size).toBe(2);
    expect(decode(5, 120, 0, 120)).toBeUndefined();
    expect(decode(5, 120, 1, 0xff, 0x01)).toBeUndefined();
  });
});
