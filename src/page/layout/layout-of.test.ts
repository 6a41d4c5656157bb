import { expect, test } from "vitest";
import { parseHtml } from "../../html/index.ts";
import { Page } from "../page.ts";
import { layoutOf } from "./layout-of.ts";

test("a page is laid out once", () => {
  const page = new Page(parseHtml("<p>x"));
  expect(layoutOf(page).source).toBe("estimate");
  expect(layoutOf(page)).toBe(layoutOf(page));
});

test("what a browser measured is preferred", () => {
  const document = parseHtml("<p>x");
  const measured = { ...layoutOf(new Page(document)), source: "browser" } as const;
  expect(layoutOf(new Page(document, undefined, measured))).toBe(measured);
});
