import { expect, test } from "vitest";
import { hasLetters, headlineKey } from "./titles.ts";

test("two spellings of one headline have one key", () => {
  expect(headlineKey("Storm: Harbour “closed”")).toBe(headlineKey("STORM – harbour closed"));
  expect(headlineKey("Cafe\u0301 ﬁne")).toBe(headlineKey("CAFÉ FINE"));
});

test("a text has the same key the second time, and after many others", () => {
  const key = headlineKey("The tide, again");
  for (let other = 0; other < 1_000; other++) headlineKey(`Harbour ${other}`);
  expect(headlineKey("The tide, again")).toBe(key);
});

const SPELLINGS = [
  "  Storm at sea",
  "storm at SEA!",
  "“Storm” at sea",
  "Storm at",
  "Storm at sea, again",
  "Harbour",
  "E\u0301cole",
  "École",
  "Ecole",
  "E",
  "Ｓtorm at sea",
  "2024",
  " – ",
  "℃",
  "",
];

test.each(SPELLINGS)("a text has letters where its key has: %s", (text) => {
  expect(hasLetters(text)).toBe(headlineKey(text) !== "");
});
