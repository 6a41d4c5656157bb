import { expect, test } from "vitest";
import { parseHtml } from "../html/index.ts";
import { markTest } from "./marks.ts";

const P = 4;

test.each([
  ["<p class='story byline'>", true],
  ["<p id=Byline class=story>", true],
  ["<p class=story>", false],
  ["<p title=byline>", false],
  ["<p>", false],
])("%s is asked twice and answered alike", (html, isMarked) => {
  const isByline = markTest(/byline/i);
  const document = parseHtml(html);
  expect([isByline(document, P), isByline(document, P)]).toEqual([isMarked, isMarked]);
});

test("a mark of a megabyte is read at its beginning only", () => {
  const isByline = markTest(/byline/i);
  expect(isByline(parseHtml(`<p class="${"a ".repeat(500_000)}byline">`), P)).toBe(false);
  expect(isByline(parseHtml(`<p class="byline ${"a ".repeat(500_000)}">`), P)).toBe(true);
});
