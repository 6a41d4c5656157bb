import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../html/index.ts";
import { plainText, shownText } from "./plain-text.ts";

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

const textOfHeading = (html: string) => {
  const document = parseHtml(html);
  return shownText(document, document.tag.indexOf(TAG.h1));
};

describe("shownText", () => {
  test("leaves out hidden parts, scripts and drawings", () => {
    const html =
      "<h1>Tide <span hidden>secret</span><script>x()</script><svg><title>t</title></svg>rises</h1>";
    expect(textOfHeading(html)).toBe("Tide rises");
  });

  test("puts a space where a line breaks, and none where only an inline tag ends", () => {
    expect(textOfHeading("<h1>High<br>tide <b>to</b>day</h1>")).toBe("High tide today");
  });

  test("reads a heading that is hidden as a whole", () => {
    expect(textOfHeading("<h1 hidden>Tide</h1>")).toBe("Tide");
  });

  test("reads at most 2,000 characters and 2,000 nodes", () => {
    // The line break before a heading is one of them.
    expect(textOfHeading(`<h1>${"a".repeat(3_000)}</h1>`)).toHaveLength(1_999);
    const textAfter = (nodes: number) => textOfHeading(`<h1>${"<i></i>".repeat(nodes)}Tide</h1>`);
    expect([textAfter(1_900), textAfter(2_100)]).toEqual(["Tide", ""]);
  });
});
