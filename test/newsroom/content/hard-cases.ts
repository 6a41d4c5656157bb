import { HARD_CASES, type HardCase } from "../names.ts";
import type { Random } from "../random.ts";
import { IN_BODY, NOT_WHEN_SHORT, SHAPES, type Shape, SPRINKLE } from "./hard-cases.data.ts";

/** The cases of one story, and the shape that they require, if any. */
export interface SettledCases {
  readonly cases: ReadonlySet<HardCase>;
  readonly shape: Shape | undefined;
}

/** The requested cases that can be combined; by default they are drawn at random. */
export function settleCases(asked: readonly HardCase[] | undefined, random: Random): SettledCases {
  const drawn = asked ?? HARD_CASES.filter((name) => random.chance(SPRINKLE[name]));
  const shape = SHAPES.find((name) => drawn.includes(name));
  const isShort = shape === "ten-word-flash" || shape === "one-sentence";
  const fits = (name: HardCase): boolean => {
    if ((SHAPES as readonly HardCase[]).includes(name)) return name === shape;
    if (shape && IN_BODY.has(name)) return false;
    // A gallery or live report ends in pictures or entries, a teaser in mid-story: none has a last paragraph.
    if (name === "credit-in-last-text") return shape === undefined || isShort;
    return !(isShort && NOT_WHEN_SHORT.has(name));
  };
  return { cases: new Set(drawn.filter(fits)), shape };
}
