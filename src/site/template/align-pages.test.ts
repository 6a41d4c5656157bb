import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { alignPages, alignSequences } from "./align-pages.ts";

function pageOf(story: string, date: string): Page {
  return new Page(
    parseHtml(`<ul><li><a href="/n">News</a><li><a href="/s">Sport</a><li><a href="/w">Weather</a></ul>
<h1>${story} leaves</h1><p>Published: <b>${date}</b></p><div><p>The ${story} left at dawn.<p>All on board a ${story} slept.</div>
<p>All rights reserved by the Courier</p>`),
  );
}

function contentTexts({ document, leaves }: Page, content: Uint8Array): string[] {
  const nodes = [...leaves.node].filter((_, leaf) => content[leaf] === 1);
  return nodes.map((node) => document.text.slice(document.textStart[node], document.textEnd[node]).trim());
}

describe("two pages of a site", () => {
  test("share their decoration and differ in their content", () => {
    const [ferry, train] = [pageOf("ferry", "Monday"), pageOf("train", "Sunday")];
    const { contentA, contentB, pairs } = alignPages(ferry, train);
    expect(contentTexts(ferry, contentA)).toEqual([
      "ferry leaves",
      "Monday",
      "The ferry left at dawn.",
      "All on board a ferry slept.",
    ]);
    expect(contentTexts(train, contentB)).toContain("The train left at dawn.");
    expect(pairs.some(({ isMatch }) => isMatch)).toBe(true);
  });

  test("have no content where they are the same, and nothing where they are empty", () => {
    const ferry = pageOf("ferry", "Monday");
    expect(alignPages(ferry, pageOf("ferry", "Monday")).contentA).not.toContain(1);
    expect(alignPages(new Page(parseHtml("")), new Page(parseHtml("")))).toEqual({
      pairs: [],
      contentA: new Uint8Array(0),
      contentB: new Uint8Array(0),
    });
  });
});

describe("an alignment", () => {
  /** An alignment as rows of letters; capitals are matches, dots are gaps. */
  function aligned(a: string, b: string): string {
    const pairs = alignSequences({
      lengthA: a.length,
      lengthB: b.length,
      isSimilar: (one, other) => a[one] === b[other],
    });
    const row = (text: string, side: "a" | "b") =>
      pairs
        .map((pair) => (pair.isMatch ? text[pair[side]]?.toUpperCase() : (text[pair[side]] ?? ".")))
        .join("");
    return `${row(a, "a")} ${row(b, "b")}`;
  }

  test.each([
    ["abcd", "abcd", "ABCD ABCD"],
    ["abxd", "abyd", "ABxD AByD"],
    ["abd", "abcd", "AB.D ABcD"],
    ["nxyzf", "nwf", "NxyzF N..wF"],
    ["", "ab", ".. ab"],
    ["ab", "", "ab .."],
    ["", "", " "],
  ])("of %s and %s has the least distance", (a, b, expected) => {
    expect(aligned(a, b)).toBe(expected);
  });

  test("of two pages of 2,000 segments is found in bounded time and has each segment once", () => {
    const length = 2000;
    const pairs = alignSequences({
      lengthA: length,
      lengthB: length,
      isSimilar: (a, b) => a % 7 === b % 5,
    });
    expect(pairs.filter(({ a }) => a >= 0)).toHaveLength(length);
    expect(pairs.filter(({ b }) => b >= 0)).toHaveLength(length);
  });
});
