import { describe, expect, test } from "vitest";
import { nodeAt, parseHtml } from "../html/index.ts";
import { Page } from "../page/index.ts";
import { foldTitle } from "../sets/index.ts";
import { authorSet, isInPieces, publishedDay, titleExact } from "./measure.ts";

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

describe("author set", () => {
  test("authors are a set: order, case and spacing do not count, a missing or added one does", () => {
    expect(authorSet(["Ana Ruiz", "Bo Lind"], ["bo  lind", "Ana Ruiz"])).toBe(1);
    expect(authorSet(["Ana Ruiz", "Bo Lind"], ["Ana Ruiz"])).toBe(0);
    expect(authorSet(["Ana Ruiz"], ["Ana Ruiz", "Bo Lind"])).toBe(0);
    expect(authorSet(["Ana Ruiz"], [])).toBe(0);
  });

  test("a label without authors asks nothing", () => {
    expect(authorSet([], ["Ana Ruiz"])).toBeNull();
    expect(authorSet([" "], [])).toBeNull();
  });

  test("titles are equal whatever the case, quotes, dashes and spaces", () => {
    expect(foldTitle(" “Quay” –  it’s\u00a0OPEN ")).toBe("'quay' - it's open");
    expect(titleExact("“Quay” – it’s open", '"quay" - it\'s  Open')).toBe(1);
    expect(titleExact("It´s a 5″ pipe", "It's a 5\" pipe")).toBe(1);
    expect(titleExact("ﬁnal soft\u00adly", "final softly")).toBe(1);
  });

  test("titles differ by a word, a site's name or absence", () => {
    expect(titleExact("Quay opens", "Quay opens - Harbour News")).toBe(0);
    expect(titleExact("Quay opens", null)).toBe(0);
    expect(titleExact("スーパー", "ス-パ-")).toBe(0);
  });

  test("a label without a title asks nothing", () => {
    expect(titleExact(null, "Quay")).toBeNull();
    expect(titleExact("  ", "Quay")).toBeNull();
  });
});

describe("published day", () => {
  test("the day counts, not the time or the notation", () => {
    expect(publishedDay("2005-5-7 21:23:57", "2005-05-07")).toBe(1);
    expect(publishedDay("2026-03-04", "2026-03-04T23:59:00+09:00")).toBe(1);
    expect(publishedDay("2026-03-04", "2026-03-05T00:01:00Z")).toBe(0);
    expect(publishedDay("2026-03-04", null)).toBe(0);
  });

  test("one moment written in two time zones is one day", () => {
    // 22:30 UTC on the 3rd is 00:30 on the 4th at +02:00
    expect(publishedDay("2024-05-03 22:30:00.389000+00:00", "2024-05-04T00:30:00+02:00")).toBe(1);
    // Without an offset the moment is unknown.
    expect(publishedDay("2024-05-03 22:30:00", "2024-05-04T00:30:00+02:00")).toBe(0);
  });

  test("a label without a day asks nothing", () => {
    expect(publishedDay("2008", "2008-01-16")).toBeNull();
    expect(publishedDay(null, "2008-01-16")).toBeNull();
  });
});
