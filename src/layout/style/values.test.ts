import { describe, expect, test } from "vitest";
import { UNIT } from "./properties.ts";
import { LengthReader, readColor, readLegacyColor } from "./values.ts";

describe("length", () => {
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
});

describe("color", () => {
  describe("a colour", () => {
    test.each([
      ["#abc", 0xaabbccff],
      ["#11223344", 0x11223344],
      ["#1234", 0x11223344],
      ["Navy", 0x000080ff],
      ["transparent", 0],
      ["rgb(1, 2, 3)", 0x010203ff],
      ["rgba(1,2,3,.5)", 0x01020380],
      ["rgb(100% 0% 0% / 20%)", 0xff000033],
      ["hsl(120, 100%, 25%)", 0x008000ff],
      ["hsl(-120deg 100% 50%)", 0x0000ffff],
    ])("%s is read", (text, color) => {
      expect(readColor(text)).toBe(color);
    });
    test.each(["#12", "#12345", "#ggg", "rgb(1,2)", "rgb(a,b,c)", "currentcolor", "none", ""])(
      "%s is none",
      (text) => {
        expect(readColor(text)).toBeUndefined();
      },
    );
    test("may lack its # in an attribute", () => {
      expect(readLegacyColor(" ff0000 ")).toBe(0xff0000ff);
      expect(readLegacyColor("red")).toBe(0xff0000ff);
    });
  });
});
