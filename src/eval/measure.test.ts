import { expect, test } from "vitest";
import { nodeAt, parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { isInPieces } from "./measure.ts";

function inPieces(body: string): boolean {
  const page = new Page(parseHtml(`<html><head></head><body>${body}</body></html>`));
  return isInPieces(page, nodeAt(page.document, "/html/body"));
}

test("a body is in pieces when its blocks have two text nodes or more on average", () => {
  // 3 + 1 text nodes in 2 blocks: 2
  expect(inPieces("<p>The <b>quay</b> opened.</p><p>It rained.</p>")).toBe(true);
  // 3 + 1 + 1 in 3 blocks: 5/3
  expect(inPieces("<p>The <b>quay</b> opened.</p><p>It rained.</p><p>Then not.</p>")).toBe(false);
  expect(inPieces("<p>The quay opened.</p>")).toBe(false);
});

test("hidden text and pictures break nothing, and no text is not in pieces", () => {
  // Long enough that the page is no shell that scripts fill, where hidden text is read too.
  const long = `<p>${"word ".repeat(200)}</p>`;
  // 2 visible text nodes in 2 blocks: 1; with the hidden ones it were 5/2
  const hidden = "<span hidden>x</span>".repeat(3);
  expect(inPieces(`${long}<p>The quay <img src="a.png">${hidden}</p>`)).toBe(false);
  expect(inPieces("")).toBe(false);
});
