import { describe, expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

describe("plainText", () => {
  test.each([
    ["Tom &amp; Ann", "Tom & Ann"],
    ["It&#8217;s &#x201C;late&#x201d;", "It’s “late”"],
    ["caf&eacute; &#146;", "café ’"],
    ["a <em>strong</em> tide<br>today", "a strong tide today"],
    ["the <div> tag", "the <div> tag"],
    ["soft\u00adhyphen \n and  space", "softhyphen and space"],
    ["R&D; a & b", "R&D; a & b"],
  ])("reads %j as %j", (stated, seen) => {
    expect(plainText(stated)).toBe(seen);
  });

  test("cuts what is longer than any field", () => {
    expect(plainText("a".repeat(1_000_000))).toHaveLength(5_000);
  });
});
