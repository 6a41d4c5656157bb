import { describe, expect, test } from "vitest";
import { mediaMatches, parseSheet } from "./style-sheets.ts";

describe("sheet", () => {
  const screen = { width: 1280, height: 1024 };

  /** Selectors and bodies of the rules of a sheet. */
  function rules(text: string): string[] {
    const { selectors, bodies } = parseSheet(text, screen);
    return selectors.map((selector, at) => `${selector}|${bodies[at]?.trim()}`);
  }

  describe("a style sheet is cut into rules", () => {
    test("comments, and the markup comments of old pages, are no part of them", () => {
      expect(rules("<!-- a /* { */ {color:red} b{} -->")).toEqual(["a|color:red", "b|"]);
    });
    test("braces and semicolons in quotes cut nothing", () => {
      expect(rules(`a[title="}{;"]{content:"}";color:red}b{}`)).toEqual([
        `a[title="}{;"]|content:"}";color:red`,
        "b|",
      ]);
    });
    test("rules in media and other conditions count where these hold", () => {
      const text = "@media print{a{}}@media screen{@supports (x:y){b{}}c{}}@supports not (x:y){d{}}e{}";
      expect(rules(text)).toEqual(["b|", "c|", "e|"]);
    });
    test("fonts, frames of animations and unknown things are passed over", () => {
      expect(rules("@font-face{a:b}@keyframes k{from{top:0}to{top:1px}}@charset 'x';a{}")).toEqual(["a|"]);
    });
    test("rules in rules are left out, declarations around them are kept", () => {
      expect(rules("a{color:red;&:hover{color:blue}top:0}b{}")).toEqual(["a|color:red;top:0", "b|"]);
    });
    test("rules in layers are marked", () => {
      expect(parseSheet("@layer x{a{}}b{}", screen).isLayered).toEqual([true, false]);
    });
    test("imports are noted", () => {
      expect(parseSheet("@import url(x.css);a{}", screen).hasImports).toBe(true);
      expect(parseSheet("a{}", screen).hasImports).toBe(false);
    });
    test.each(["a{", "a", "@media screen{a{color:red", "}}}a{}", "a{b:'", "@media{{{", "\\"])(
      "%s has an end",
      (text) => {
        expect(() => parseSheet(text, screen)).not.toThrow();
      },
    );
  });
});

describe("media", () => {
  const screen = { width: 1280, height: 1024 };

  describe("a media query", () => {
    test.each([
      "",
      "all",
      "screen",
      "only screen and (min-width: 600px)",
      "(min-width:40em) and (max-width:90em)",
      "print, screen",
      "not print",
      "(width >= 600px)",
      "(600px <= width < 1300px)",
      "(min-width: calc(40em + 1px))",
      "(prefers-color-scheme: light)",
      "(orientation: landscape)",
    ])("%s holds on a desktop", (query) => {
      expect(mediaMatches(query, screen)).toBe(true);
    });
    test.each([
      "print",
      "screen and (max-width: 600px)",
      "not screen",
      "(width < 600px)",
      "(prefers-color-scheme: dark)",
      "(min-resolution: 2dppx)",
      "(-webkit-min-device-pixel-ratio: 2)",
      "(min-width: wide)",
      `(min-width:1px)${" and (min-width:1px)".repeat(1000)}`,
    ])("%s does not", (query) => {
      expect(mediaMatches(query, screen)).toBe(false);
    });
  });
});
