import { newStemmer } from "snowball-stemmers";
import { describe, expect, test } from "vitest";
import { stemGerman } from "./stem-german.ts";

describe("the German stemmer", () => {
  test.each([
    ["häfen", "haf"],
    ["straßen", "strass"],
    ["bedürfnissen", "bedurfnis"],
    ["freundlichkeiten", "freundlich"],
    ["zeitungen", "zeitung"],
    ["bauern", "bau"],
    ["mitternacht", "mitternacht"],
  ])("cuts %s to %s", (word, stem) => {
    expect(stemGerman(word)).toBe(stem);
  });

  test("leaves what is too short to have an ending", () => {
    expect(["", "e", "es", "aus", "über"].map(stemGerman)).toEqual(["", "e", "es", "aus", "uber"]);
  });

  test("says what the Snowball package says, of words made of whatever its rules know", () => {
    const oracle = newStemmer("german").stem;
    const words = madeUpWords(3000);
    expect(words.map(stemGerman)).toEqual(words.map(oracle));
  });
});

/** Strings of vowels, endings and letters that the rules ask for, the same each time. */
function madeUpWords(count: number): string[] {
  const pieces =
    "a e i o u y ä ö ü ß b n r s t ss st é 1 ig eig lich keit heit isch ik end ung ern em er en es niss est".split(
      " ",
    );
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(7) }, () => pieces[below(pieces.length)]!).join(""),
  );
}
