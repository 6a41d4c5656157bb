import { expect, test } from "vitest";
import { hasAnyKey, hasKey, hasLetters, headlineKey } from "./headline-key.ts";

test("two spellings of one headline have one key", () => {
  expect(headlineKey("Storm: Harbour “closed”")).toBe(headlineKey("STORM – harbour closed"));
  expect(headlineKey("Cafe\u0301 ﬁne")).toBe(headlineKey("CAFÉ FINE"));
});

test("units that are folded one by one give what the whole text folds to", () => {
  const texts = Array.from({ length: 0x10000 }, (_, unit) => {
    const character = String.fromCharCode(unit);
    return `A${character}Bか${character}가${character} \u201c${character}\u201d`;
  });
  for (const text of [...texts, texts.join(" ").slice(0, 5_000), `${"x".repeat(9_000)}E\u0301`]) {
    const folded = text.normalize("NFKC").toLowerCase();
    expect(headlineKey(text)).toBe(folded.replace(/[^\p{L}\p{N}]+/gu, ""));
  }
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

test.each(SPELLINGS)("a text has the key that it folds to and no other: %s", (text) => {
  for (const other of SPELLINGS) {
    const key = headlineKey(other);
    expect(hasKey(text, key), other).toBe(headlineKey(text) === key);
  }
});

test("a text of any length has one of the keys that its own is among", () => {
  const keys = new Set(["harbour", "storm at sea"].map(headlineKey));
  for (const text of ["Storm: at sea", "«Storm» at sea", `Storm at sea${" –".repeat(400)}`]) {
    expect(hasAnyKey(text, keys), text).toBe(true);
    expect(hasAnyKey(`${text} again`, keys), text).toBe(false);
  }
  expect(hasAnyKey("Harbour", new Set())).toBe(false);
});

test.each(SPELLINGS)("a text has letters where its key has: %s", (text) => {
  expect(hasLetters(text)).toBe(headlineKey(text) !== "");
});
