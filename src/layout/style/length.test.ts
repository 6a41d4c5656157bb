import { describe, expect, test } from "vitest";
import { LengthReader } from "./length.ts";
import { UNIT } from "./properties.ts";

const reader = new LengthReader({ width: 1000, height: 500 });

describe("a length", () => {
  test.each([
    ["12px", 12, UNIT.px, 0],
    ["0", 0, UNIT.px, 0],
    ["12pt", 16, UNIT.px, 0],
    ["-1.5em", -1.5, UNIT.em, 0],
    [".5rem", 0.5, UNIT.rem, 0],
    ["50%", 0, UNIT.px, 50],
    ["10vw", 100, UNIT.px, 0],
    ["10dvh", 50, UNIT.px, 0],
    ["calc(100% - 20px)", -20, UNIT.px, 100],
    ["calc(2rem + 4rem)", 6, UNIT.rem, 0],
    ["calc(1em + 4px)", 20, UNIT.px, 0],
    ["calc(100% / 4)", 0, UNIT.px, 25],
    ["min(300px, 20em)", 300, UNIT.px, 0],
    ["min(100%, 700px)", 700, UNIT.px, 0],
    ["clamp(10px, 5vw, 30px)", 30, UNIT.px, 0],
  ])("%s is read", (text, value, unit, percent) => {
    expect(reader.read(text)).toEqual({ value, unit, percent });
  });
  test.each(["auto", "red", "calc()", "calc(1px 2px)", "calc((1px + 2px) * 2)", "12parsec"])(
    "%s is none",
    (text) => {
      expect(reader.read(text)).toBeUndefined();
    },
  );
});
