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

test("reads a page that was cut short and says so", () => {
  const { document, warnings } = readHtml("<p>Harbour</p><a href='/sto");
  expect(rawText(document, 0)).toBe("Harbour");
  expect(warnings).toEqual(["TRUNCATED"]);
});

test("refuses what is no page", () => {
  expect(() => readHtml("")).toThrow(expect.objectContaining({ code: "EMPTY_INPUT" }));
});
