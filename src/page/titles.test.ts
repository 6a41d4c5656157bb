import { expect, test } from "vitest";
import { hasAnyKey, hasKey, hasLetters, headlineKey } from "./titles.ts";

test("two spellings of one headline have one key", () => {
  expect(headlineKey("Storm: Harbour “closed”")).toBe(headlineKey("STORM – harbour closed"));
  expect(headlineKey("Cafe\u0301 ﬁne")).toBe(headlineKey("CAFÉ FINE"));
});

const foldWhole = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

test("units that are folded one by one give what the whole text folds to", () => {
  const texts = Array.from({ length: 0x10000 }, (_, unit) => {
    const character = String.fromCharCode(unit);
    return `A${character}Bか${character}가${character} \u201c${character}\u201d`;
  });
  for (const text of [...texts, texts.join(" ").slice(0, 5_000), `${"x".repeat(9_000)}E\u0301`]) {
    expect(headlineKey(text)).toBe(foldWhole(text));
  }
});

test.each(["\u0301", "\u0327", "\u3099", "\u11a8", "\ud83d", "\ude00"])(
  "units fold as the whole text does with %j before or after them",
  (beside) => {
    const wrong: string[] = [];
    // Every fifth: letters, signs and syllables of all kinds are among them.
    for (let unit = 0; unit < 0x10000; unit += 5) {
      const alone = String.fromCharCode(unit);
      const keyAlone = foldWhole(alone);
      for (const text of [alone + beside, beside + alone]) {
        const key = foldWhole(text);
        const isFound = hasKey(text, key) && hasKey(text, keyAlone) === (key === keyAlone);
        if (headlineKey(text) !== key || !isFound) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  },
);

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
