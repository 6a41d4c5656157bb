import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { headingParts, isForMachines, markTest } from "./marks.ts";

const P = 4;

test.each([
  ["<p class='story byline'>", true],
  ["<p id=Byline class=story>", true],
  ["<p class=story>", false],
  ["<p title=byline>", false],
  ["<p>", false],
])("%s has the same answer when it is cached", (html, isMarked) => {
  const isByline = markTest(/byline/i);
  const document = parseHtml(html);
  expect([isByline(document, P), isByline(document, P)]).toEqual([isMarked, isMarked]);
});

test("a mark is read in its first 2,000 characters only", () => {
  const isByline = markTest(/byline/i);
  expect(isByline(parseHtml(`<p class="${"a ".repeat(700)}byline">`), P)).toBe(true);
  expect(isByline(parseHtml(`<p class="${"a ".repeat(1_300)}byline">`), P)).toBe(false);
  expect(isByline(parseHtml(`<p class="${"a ".repeat(500_000)}byline">`), P)).toBe(false);
  expect(isByline(parseHtml(`<p class="byline ${"a ".repeat(500_000)}">`), P)).toBe(true);
});

/** A page, and its heading of the first level. */
function heading(html: string): readonly [page: Page, node: number] {
  const page = new Page(parseHtml(html));
  return [page, page.document.tag.indexOf(TAG.h1)];
}

test("a heading ends a breadcrumb that is at most four levels around it", () => {
  const inside = (levels: number) =>
    heading(`<div class=breadcrumb>${"<div>".repeat(levels - 1)}<h1>Tide rises</h1>`);
  expect(isForMachines(...inside(4))).toBe(true);
  expect(isForMachines(...inside(5))).toBe(false);
});

describe("the parts of a heading", () => {
  const partsOf = (html: string) => headingParts(...heading(`<h1>${html}</h1>`));

  test("are without a date of up to 40 characters", () => {
    const headline = { kicker: undefined, headline: "Tide rises" };
    expect(partsOf("<span>03.05.2024, Harbour and the sea</span><b>Tide rises</b>")).toEqual(headline);
    const sentence = "<span>03.05.2024 was the day on which the sea came into the harbour</span>";
    expect(partsOf(`${sentence}<b>Tide rises</b>`)).toBeUndefined();
  });

  test("are found below four elements with nothing else in them", () => {
    const parts = '<i class="kicker">Storm</i> <i>Tide rises</i>';
    const inside = (levels: number) => partsOf("<b>".repeat(levels) + parts);
    expect(inside(4)).toEqual({ kicker: "Storm", headline: "Tide rises" });
    expect(inside(5)).toBeUndefined();
  });
});
