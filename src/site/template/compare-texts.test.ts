import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import { compareTexts, makeMiningView } from "./compare-texts.ts";

function pageOf(story: string, date: string): Page {
  return new Page(
    parseHtml(`<ul><li><a href="/n">News</a><li><a href="/s">Sport</a><li><a href="/w">Weather</a></ul>
<h1>${story} leaves</h1><p>Published: <b>${date}</b></p><div><p>The ${story} left at dawn.<p>All on board a ${story} slept.</div>
<p>All rights reserved by the Courier</p>`),
  );
}

function compare(a: Page, b: Page) {
  return compareTexts(makeMiningView(a), makeMiningView(b));
}

function contentTexts({ document, leaves }: Page, content: Uint8Array): string[] {
  const nodes = [...leaves.node].filter((_, leaf) => content[leaf] === 1);
  return nodes.map((node) => document.text.slice(document.textStart[node], document.textEnd[node]).trim());
}

describe("two pages of a site", () => {
  test("share their decoration and differ in their content", () => {
    const [ferry, train] = [pageOf("ferry", "Monday"), pageOf("train", "Sunday")];
    const [contentA, contentB] = compare(ferry, train);
    expect(contentTexts(ferry, contentA)).toEqual([
      "ferry leaves",
      "Monday",
      "The ferry left at dawn.",
      "All on board a ferry slept.",
    ]);
    expect(contentTexts(train, contentB)).toContain("The train left at dawn.");
  });

  test("have no content where they are the same, and nothing where they are empty", () => {
    const ferry = pageOf("ferry", "Monday");
    expect(compare(ferry, pageOf("ferry", "Monday"))[0]).not.toContain(1);
    const empty = new Page(parseHtml(""));
    expect(compare(empty, empty)).toEqual([new Uint8Array(0), new Uint8Array(0)]);
  });
});
