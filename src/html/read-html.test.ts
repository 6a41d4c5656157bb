import { expect, test } from "vitest";
import { rawText } from "./document.ts";
import { readHtml } from "./read-html.ts";

test("reads bytes into a document and says their encoding", () => {
  const { document, encoding, warnings } = readHtml(
    new TextEncoder().encode("<meta charset=utf-8><p>Zażółć</p>"),
  );
  expect(rawText(document, 0)).toBe("Zażółć");
  expect(encoding).toBe("utf-8");
  expect(warnings).toEqual([]);
});

test("removes the byte-order mark of a string, which has no encoding", () => {
  const { document, encoding } = readHtml("\ufeff<p>Harbour</p>");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(encoding).toBeUndefined();
});

test("removes NUL characters and says so", () => {
  const { document, warnings } = readHtml("<p>Har\0bour</p>");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(warnings).toEqual(["NUL_CHARACTERS"]);
});

test("removes NUL characters of bytes, be a character one of them or two", () => {
  const narrow = new TextEncoder().encode("<p>Har\0bour</p>");
  const wide = new Uint8Array(
    Uint16Array.from("\ufeff<p>Har\0bour</p>", (unit) => unit.charCodeAt(0)).buffer,
  );
  for (const bytes of [narrow, wide]) {
    const { document, warnings } = readHtml(bytes);
    expect(rawText(document, 0)).toBe("Harbour");
    expect(warnings).toContain("NUL_CHARACTERS");
  }
});

test("reads a page that was cut short and says so", () => {
  const { document, warnings } = readHtml("<p>Harbour</p><a href='/sto");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(warnings).toEqual(["TRUNCATED"]);
});

test("refuses what is no page", () => {
  expect(() => readHtml("")).toThrow(expect.objectContaining({ code: "EMPTY_INPUT" }));
});
