import { describe, expect, test } from "vitest";
import { linkAddress, pictureAddress, webAddress } from "./address.ts";

const base = new URL("https://paper.example/news/story");
const pixels = "A".repeat(1000);

describe("linkAddress", () => {
  test("makes relative links absolute", () => {
    expect(linkAddress("../about", base)).toBe("https://paper.example/about");
    expect(linkAddress("//cdn.example/a", base)).toBe("https://cdn.example/a");
    expect(linkAddress("#note", base)).toBe("https://paper.example/news/story#note");
  });

  test("keeps mail and telephone links", () => {
    expect(linkAddress("mailto:desk@paper.example", base)).toBe("mailto:desk@paper.example");
    expect(linkAddress("tel:+4412345", base)).toBe("tel:+4412345");
  });

  test.each([
    "javascript:alert(1)",
    " JaVa\nScRiPt:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "blob:https://paper.example/1",
    "file:///etc/passwd",
    "https://",
    "",
  ])("refuses %j", (href) => {
    expect(linkAddress(href, base)).toBeUndefined();
  });

  test("refuses a relative link on a page without an address", () => {
    expect(linkAddress("/about", undefined)).toBeUndefined();
  });
});

describe("pictureAddress", () => {
  test("keeps raster pictures that the page carries itself", () => {
    expect(pictureAddress(`data:image/webp;base64,${pixels}`, base)).toBe(`data:image/webp;base64,${pixels}`);
  });

  test.each([
    [399, false],
    [400, true],
    [100_000, true],
    [100_001, false],
  ])("of %d characters is kept: %s", (length, isKept) => {
    const head = "data:image/png;base64,";
    const src = head + "A".repeat(length - head.length);
    expect(pictureAddress(src, base)).toBe(isKept ? src : undefined);
  });

  test.each([
    ["SVG, which can hold scripts", `data:image/svg+xml;base64,${pixels}`],
    ["placeholders of a few bytes", "data:image/gif;base64,R0lGODlhAQABAAAAACw="],
    ["pictures larger than an article", `data:image/png;base64,${"A".repeat(200_000)}`],
    ["anything that is not base64", `data:image/png;base64,${pixels}"onerror="x`],
    ["text", `data:text/html;base64,${pixels}`],
  ])("refuses %s", (_, src) => {
    expect(pictureAddress(src, base)).toBeUndefined();
  });
});

describe("webAddress", () => {
  test("takes http and https only", () => {
    expect(webAddress("/film.mp4", base)).toBe("https://paper.example/film.mp4");
    expect(webAddress("mailto:desk@paper.example", base)).toBeUndefined();
  });
});
