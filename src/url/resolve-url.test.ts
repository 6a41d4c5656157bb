import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveUrl } from "./resolve-url.ts";

const BASE = "https://example.org/news/today.html";

describe("resolveUrl", () => {
  test.each([
    ["story.html", "https://example.org/news/story.html"],
    ["/a?b=c#d", "https://example.org/a?b=c#d"],
    ["//cdn.example.net/p.jpg", "https://cdn.example.net/p.jpg"],
    ["#comments", "https://example.org/news/today.html#comments"],
    ["mailto:desk@example.org", "mailto:desk@example.org"],
    ["\n /spaced ", "https://example.org/spaced"],
  ])("makes %j absolute", (href, absolute) => {
    expect(resolveUrl(href, BASE)).toBe(absolute);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:x",
    "data:text/html,<b>",
    "blob:https://example.org/1",
    "file:///etc/hosts",
    "http://[broken",
  ])("refuses %j", (href) => {
    expect(resolveUrl(href, BASE)).toBeUndefined();
  });

  test("keeps absolute links of a page whose own address is unknown, and only those", () => {
    expect(resolveUrl("https://example.org/a", undefined)).toBe("https://example.org/a");
    expect(resolveUrl("/a", undefined)).toBeUndefined();
    expect(resolveUrl("/a", "no base")).toBeUndefined();
  });

  test("resolves each link against its own base, whatever the one before had", () => {
    const bases = ["https://one.example/a/", "https://two.example/", "no base", "https://one.example/a/", ""];
    expect(bases.map((base) => resolveUrl("b", base))).toEqual([
      "https://one.example/a/b",
      "https://two.example/b",
      undefined,
      "https://one.example/a/b",
      undefined,
    ]);
  });

  test("gives only safe schemes, whatever the link says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (href) => {
        expect(resolveUrl(href, BASE) ?? "https:").toMatch(/^(https?|mailto):/);
      }),
    );
  });
});
