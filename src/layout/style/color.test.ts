import { describe, expect, test } from "vitest";
import { readColor, readLegacyColor } from "./color.ts";

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
