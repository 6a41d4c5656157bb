import { describe, expect, test } from "vitest";
import { DISPLAYS } from "../page/index.ts";
import { readComputedColor, readDisplay } from "./build-page.ts";

describe("a computed colour", () => {
  test.each([
    ["rgb(255, 128, 0)", 0xff8000ff],
    ["rgba(1, 2, 3, 0.5)", 0x01020380],
    ["rgba(255, 255, 255, 0)", 0],
    ["rgba(0, 0, 0, 0)", 0],
    ["color(srgb 1 0.5 0)", 0xff8000ff],
    ["color(srgb 1 0.5 0 / 0.5)", 0xff800080],
    ["color(display-p3 1 0 0)", 0],
    ["oklch(0.5 0.1 20)", 0],
    ["", 0],
  ])("%s is read", (value, color) => {
    expect(readComputedColor(value)).toBe(color);
  });
});

describe("a computed display", () => {
  test.each([
    ["block", "block"],
    ["none", "none"],
    ["inline-flex", "inline-block"],
    ["ruby", "inline"],
    ["table-row-group", "block"],
    ["masonry", "block"],
  ])("%s counts as %s", (value, display) => {
    expect(DISPLAYS[readDisplay(value)]).toBe(display);
  });
});
