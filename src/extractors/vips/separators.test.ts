import { describe, expect, test } from "vitest";
import { type Look, pieceAt, viewOf } from "./laid-out.testing.ts";
import { findSeparators } from "./separators.ts";

/** The separators between `p` elements of ids a, b, c: text of one font each. */
function separatorsOf(
  looks: Readonly<Record<string, Look>>,
  direction: "horizontal" | "vertical",
  { between = "", degree = 10 } = {},
) {
  const ids = Object.keys(looks);
  const view = viewOf(ids.map((id) => `<p id=${id}>Ferry</p>`).join(between), looks);
  const pool = ids.map((id) => ({ ...pieceAt(view, id), degree }));
  return findSeparators(view, pool, direction).separators;
}

const weight = (...args: Parameters<typeof separatorsOf>) => separatorsOf(...args)[0]?.weight;

describe("separators", () => {
  const upper: Look = { box: [0, 0, 500, 100] };

  test("are the strips that no piece crosses", () => {
    const stacked = { a: upper, b: { box: [0, 130, 100, 100] }, c: { box: [200, 150, 100, 200] } } as const;
    expect(separatorsOf(stacked, "horizontal").map(({ before }) => before)).toEqual([1]);
    expect(separatorsOf(stacked, "vertical")).toEqual([]);
    const { b, c } = stacked;
    expect(separatorsOf({ b, c }, "vertical")).toEqual([{ before: 1, weight: 8 }]);
  });

  test("divide pieces that touch or overlap by less than a pixel, but none that overlap by more", () => {
    const below = (top: number): Look => ({ box: [0, top, 500, 50] });
    expect(separatorsOf({ a: upper, b: below(100) }, "horizontal")).toHaveLength(1);
    expect(separatorsOf({ a: upper, b: below(99.5) }, "horizontal")).toHaveLength(1);
    expect(separatorsOf({ a: upper, b: below(98) }, "horizontal")).toHaveLength(0);
  });

  test("weigh the more, the wider they are, up to a limit", () => {
    const below = (top: number): Look => ({ box: [0, top, 500, 50] });
    const blocks = { degree: 7 };
    expect(weight({ a: upper, b: below(120) }, "horizontal", blocks)).toBe(2);
    expect(weight({ a: upper, b: below(150) }, "horizontal", blocks)).toBe(5);
    expect(weight({ a: upper, b: below(900) }, "horizontal", blocks)).toBe(8);
  });

  test("weigh less between texts that look alike, and more where the font changes", () => {
    const below: Look = { box: [0, 120, 500, 50] };
    expect(weight({ a: upper, b: below }, "horizontal")).toBe(2 - 2);
    expect(weight({ a: { ...upper, fontSize: 24 }, b: below }, "horizontal")).toBe(2 + 2);
    expect(weight({ a: upper, b: { ...below, fontSize: 24 } }, "horizontal")).toBe(2 + 2 + 2);
  });

  test("weigh more where a rule runs through them or the colour changes", () => {
    const below: Look = { box: [0, 120, 500, 50] };
    expect(weight({ a: upper, b: below }, "horizontal", { between: "<hr>" })).toBe(2 + 6 - 2);
    expect(weight({ a: upper, b: { ...below, background: 0xeeeeeeff } }, "horizontal")).toBe(2 + 4 - 2);
    // White is the default background.
    expect(weight({ a: upper, b: { ...below, background: 0xffffffff } }, "horizontal")).toBe(2 - 2);
  });

  test("between columns ignore fonts and rules", () => {
    const right: Look = { box: [520, 0, 100, 100], fontSize: 30 };
    expect(weight({ a: upper, b: right }, "vertical", { between: "<hr>" })).toBe(2);
    expect(weight({ a: upper, b: { ...right, background: 0x000000ff } }, "vertical")).toBe(2 + 4);
  });
});
