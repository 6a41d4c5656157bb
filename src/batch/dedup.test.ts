import { expect, test } from "vitest";
import { fingerprintOf, KnownTexts } from "./dedup.ts";

/** A text of 60 words that shares few of them with another number's. */
const textOf = (number: number): string =>
  Array.from({ length: 60 }, (_, at) => `word${(number * 7919 + at * (number + 1)) % 9973}`).join(" ");
const COUNT = 1100;

test("finds copies and near copies of any earlier text, however many there are", () => {
  const known = new KnownTexts();
  const isNew = (text: string): boolean => known.addIfNew(fingerprintOf(text, "near")!);
  for (let number = 0; number < COUNT; number++) expect(isNew(textOf(number)), `${number}`).toBe(true);
  for (const number of [0, 1022, 1023, 1024, 1025, COUNT - 1]) {
    expect(isNew(textOf(number)), `the same as ${number}`).toBe(false);
    expect(isNew(`${textOf(number)} and more`), `nearly ${number}`).toBe(false);
  }
  expect(isNew(textOf(COUNT))).toBe(true);
});

test("of exact copies white space alone may differ", () => {
  const known = new KnownTexts();
  const isNew = (text: string): boolean => known.addIfNew(fingerprintOf(text, "exact")!);
  expect([textOf(1), ` ${textOf(1).replaceAll(" ", "\n\n")}`, `${textOf(1)} more`].map(isNew)).toEqual([
    true,
    false,
    true,
  ]);
  expect(fingerprintOf(" \n", "exact")).toBeUndefined();
});
