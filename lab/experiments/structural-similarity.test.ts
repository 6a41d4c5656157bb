import { describe, expect, test } from "vitest";
import { type GreyPicture, structuralSimilarity } from "./structural-similarity.ts";

/** A picture of 32 by 32 pixels whose shades a function gives. */
function picture(shade: (x: number, y: number) => number, height = 32): GreyPicture {
  const shades = Uint8Array.from({ length: 32 * height }, (_, at) => shade(at % 32, Math.floor(at / 32)));
  return { width: 32, height, shades };
}

const stripes = picture((x) => (x % 4 < 2 ? 0 : 255));
const shifted = picture((x) => (x % 4 < 2 ? 255 : 0));
const blank = picture(() => 255);

describe("structural similarity", () => {
  test("is 1 for the same picture, blank ones too", () => {
    expect(structuralSimilarity(stripes, stripes)).toBeCloseTo(1);
    expect(structuralSimilarity(blank, blank)).toBe(1);
  });

  test("is negative for the opposite, and almost zero for a blank sheet", () => {
    expect(structuralSimilarity(stripes, shifted)).toBeLessThan(-0.9);
    expect(Math.abs(structuralSimilarity(stripes, blank))).toBeLessThan(0.05);
  });

  test("is also measured for pictures that are smaller than a window", () => {
    const dot = (shade: number) => ({ width: 2, height: 2, shades: new Uint8Array(4).fill(shade) });
    expect(structuralSimilarity(dot(0), dot(0))).toBeCloseTo(1);
    expect(structuralSimilarity(dot(0), dot(255))).toBeLessThan(0.1);
  });

  test("is the same from both sides", () => {
    const slope = picture((x, y) => x * 4 + y);
    expect(structuralSimilarity(stripes, slope)).toBeCloseTo(structuralSimilarity(slope, stripes), 10);
  });

  test("falls with noise, not with a little more light", () => {
    const paler = picture((x) => (x % 4 < 2 ? 20 : 255));
    const noisy = picture((x, y) => ((x * 7 + y * 13) % 11 < 5 ? 0 : 255));
    expect(structuralSimilarity(stripes, paler)).toBeGreaterThan(0.95);
    expect(structuralSimilarity(stripes, noisy)).toBeLessThan(0.5);
  });

  test("counts only windows with something in them, and what one has more than the other", () => {
    const half = picture((x, y) => (y < 16 && x % 4 < 2 ? 0 : 255));
    expect(structuralSimilarity(half, { ...half, height: 16, shades: half.shades.slice(0, 512) })).toBe(1);
    expect(structuralSimilarity(stripes, half)).toBeLessThan(0.7);
  });
});
