import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts, compareWords } from "./article-page.ts";

const marked = (pieces: ReturnType<typeof compareWords>) =>
  pieces.map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind]).join("");

test("changed words are marked inside of their paragraph", () => {
  const compared = compareTexts(
    "One.\n\nFour people were hurt.\n\nEnd.",
    "One.\n\nFive people were hurt.\n\nEnd.",
  );
  expect(compared.map(marked)).toEqual(["One.", "[-Four][+Five] people were hurt.", "End."]);
});

test("new and removed paragraphs are marked whole", () => {
  expect(compareTexts("One.\n\nTwo.", "One.\n\nNew.\n\nTwo.").map(marked)).toEqual([
    "One.",
    "[+New.]",
    "Two.",
  ]);
  expect(compareTexts("One.\n\nTwo.", "One.").map(marked)).toEqual(["One.", "[-Two.]"]);
});

test("scripts without spaces are compared by character", () => {
  expect(marked(compareWords("港は月曜に開く", "港は火曜に開く"))).toBe("港は[-月][+火]曜に開く");
});

test("both texts can be read off, whatever they are", () => {
  const words = fc.array(fc.constantFrom("a", "b", " ", "港", "é", ".")).map((all) => all.join(""));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const pieces = compareWords(before, after);
      const without = (kind: string) =>
        pieces
          .filter((each) => each.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }),
  );
});

test("texts too long to compare are shown one after the other", () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(" ");
  expect(compareWords(long("a"), long("b")).length).toBeLessThan(5);
});

test("a version with every long paragraph rewritten is compared in bounded work", () => {
  const text = (word: string) =>
    Array.from({ length: 40 }, (_, at) => `${at} ${`${word} and `.repeat(500)}`).join("\n");
  const compared = compareTexts(text("ebb"), text("flow"));
  expect(compared).toHaveLength(40);
  expect(compared[0]!.length).toBeGreaterThan(100);
  expect(compared[39]!.filter(({ kind }) => kind !== "same").map(({ kind }) => kind)).toEqual([
    "removed",
    "added",
  ]);
});
