import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanList, cleanValue, cssString, splitList, unquoted } from "./clean-css.ts";

const picture = (address: string) => (address.startsWith("https:") ? address : undefined);

describe("a value of a style sheet", () => {
  test.each([
    ["rgba(20, 86, 107, 0.5)", "rgba(20, 86, 107, 0.5)"],
    ["-0.88px", "-0.88px"],
    ["auto 960 / 540", "auto 960 / 540"],
    ["calc(100% - 2 * (1em + 3px))", "calc(100% - 2 * (1em + 3px))"],
    ["repeat(2, minmax(0px, 1fr)) [full-end]", "repeat(2, minmax(0px, 1fr)) [full-end]"],
    ["Georgia,  'Liberation Serif', serif", 'Georgia, "Liberation Serif", serif'],
    ["cubic-bezier(0.4, 0, 0.2, 1)", "cubic-bezier(0.4, 0, 0.2, 1)"],
    ['url("https://a.example/b.png") no-repeat', 'url("https://a.example/b.png") no-repeat'],
    ["url(https://a.example/b.png)", 'url("https://a.example/b.png")'],
    ["メイリオ, sans-serif", "メイリオ, sans-serif"],
    ["U+0025-00FF", "U+0025-00FF"],
  ])("that is harmless stays: %s", (value, expected) => {
    expect(cleanValue(value, picture)).toBe(expected);
  });

  test.each([
    ["expression(alert(1))"],
    ["url(javascript:alert(1))"],
    ["url('java\\73 cript:alert(1)')"],
    ["u\\72l(https://a.example)"],
    ["url(data:text/html,<script>)"],
    ["image-set('https://a.example/x.png' 1x)"],
    ["-moz-binding(https://a.example)"],
    ["red;} body{display:none"],
    ["red}</style><script>"],
    ["var(--secret)"],
    ["attr(data-token)"],
    ["env(titlebar-area-x)"],
    ["@import 'https://a.example'"],
    ["red /* open"],
    ["'never closed"],
    ["rgb(1, 2"],
    ["1px)"],
    ["<!--"],
    [""],
    ["1,".repeat(20_000)],
  ])("is refused as a whole: %#", (value) => {
    expect(cleanValue(value, picture)).toBeUndefined();
  });

  test("keeps strings as they read, in a form that ends no style sheet", () => {
    const cleaned = cleanValue('"</style>\\"\\a \\3c b"', picture);
    expect(cleaned).toBe('"\\3c /style\\3e \\22 \\a \\3c b"');
    expect(unquoted(cleaned ?? "")).toBe('</style>"\n<b');
  });

  test("never holds what could end it, whatever it is made of", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(..."<>{};:@\\/*\"'()url!,.-a1 \n".split(""), "url(", "</style>", "expression("),
    });
    fc.assert(
      fc.property(hostile, (value) => {
        const cleaned = cleanValue(value, (address) => address) ?? "";
        expect(cleaned).not.toMatch(/[<>\n]/);
        const outside = cleaned.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
        expect(outside).not.toMatch(/[{};@\\"']|\/\*/);
      }),
    );
  });
});

describe("a list", () => {
  test("is split at its own commas only", () => {
    expect(splitList('url("a,b"), rgb(1, 2, 3) , c')).toEqual(['url("a,b")', "rgb(1, 2, 3)", "c"]);
  });

  test("tells which of its members may not be used", () => {
    expect(cleanList("url(file:///etc/passwd), linear-gradient(red, blue)", picture)).toEqual([
      undefined,
      "linear-gradient(red, blue)",
    ]);
  });
});

test("what is quoted reads back as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const legible = text.replaceAll("\0", "").toWellFormed();
      expect(unquoted(cssString(legible))).toBe(legible);
    }),
  );
});
