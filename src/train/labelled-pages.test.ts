import { expect, test } from "vitest";
import type { Label } from "../sets/index.ts";
import { LabelCheck } from "./labelled-pages.ts";

function labelOf(id: string, body: string, url: string | null = null): Label {
  return { id, set: "set", url, truth: { body } } as Label;
}

test("the same content or address is known, whatever its id", () => {
  const check = new LabelCheck("refuse");
  expect(check.isKnown(labelOf("a", "one two", "https://bay.example/1"), new Uint8Array([1, 2]))).toBe(false);
  expect(check.isKnown(labelOf("b", "one two"), new Uint8Array([1, 2]))).toBe(true);
  expect(check.isKnown(labelOf("c", "one two", "https://bay.example/1#top"), new Uint8Array([3]))).toBe(true);
  expect(check.isKnown(labelOf("d", "one two"), new Uint8Array([2, 1]))).toBe(false);
});

test("another label for a known page is refused by name, unless the first is to be kept", () => {
  const first = labelOf("a", "one two");
  const other = labelOf("b", "three");
  const strict = new LabelCheck("refuse");
  strict.isKnown(first, "<p>");
  expect(() => strict.isKnown(other, "<p>")).toThrow(/"b" of set is "a" of set with another body/);
  const lenient = new LabelCheck("keep first");
  lenient.isKnown(first, "<p>");
  expect(lenient.isKnown(other, "<p>")).toBe(true);
});

test("an id comes once in a set", () => {
  const check = new LabelCheck("refuse");
  check.id(labelOf("a", ""));
  expect(() => check.id(labelOf("a", ""))).toThrow(/two pages called "a"/);
});
