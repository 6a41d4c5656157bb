import { newStemmer } from "snowball-stemmers";
import { describe, expect, test } from "vitest";
import { madeUpWords } from "./made-up-words.testing.ts";
import { stemGerman } from "./stem-german.ts";

/** Vowels, endings and letters that the rules ask for. */
const PIECES =
  "a e i o u y ä ö ü ß b n r s t ss st é 1 ig eig lich keit heit isch ik end ung ern em er en es niss est".split(
    " ",
  );

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
    const words = madeUpWords(3000, PIECES);
    expect(words.map(stemGerman)).toEqual(words.map(oracle));
  });
});
