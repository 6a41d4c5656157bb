import { expect, test } from "vitest";
import { SeenPages } from "./labelled-pages.ts";

test("a key is new once, and then known by its first page, however many there are", () => {
  const seen = new SeenPages();
  for (let page = 1; page <= 5000; page++)
    expect(seen.note(`page ${page}`, { page, label: -page })).toBeUndefined();
  for (let page = 1; page <= 5000; page += 7)
    expect(seen.note(`page ${page}`, { page: 1, label: 1 })).toEqual({ page, label: -page });
});

test("the bytes of a page are a key too", () => {
  const seen = new SeenPages();
  expect(seen.note(new Uint8Array([1, 2]), { page: 1, label: 0 })).toBeUndefined();
  expect(seen.note(new Uint8Array([1, 2]), { page: 2, label: 0 })).toEqual({ page: 1, label: 0 });
  expect(seen.note(new Uint8Array([2, 1]), { page: 3, label: 0 })).toBeUndefined();
});
