import { newStemmer } from "snowball-stemmers";
import { describe, expect, test } from "vitest";
import { madeUpWords } from "./made-up-words.testing.ts";
import { makeStem, stemGerman, stemLanguage } from "./stem.ts";

test.each([
  ["en", "ferries", "ferry"],
  ["en-GB", "sailed", "sailing"],
  [undefined, "sailed", "sailing"],
  ["de", "häuser", "häusern"],
  ["ru", "паромы", "паромов"],
  ["fr", "partira", "partirait"],
  ["sv", "bilar", "bilen"],
  ["es", "barcos", "barco"],
  ["cs", "lodě", "lodí"],
  ["tr", "kitaplar", "kitap"],
])("in %s the words %s and %s have one stem", (language, first, second) => {
  const stem = makeStem(language);
  expect(stem(first)).toBe(stem(second));
});

test("words of languages without a stemmer stay as they are", () => {
  expect(makeStem("pl")("promami")).toBe("promami");
  expect(makeStem("zh")("渡轮")).toBe("渡轮");
  expect(makeStem("constructor")("words")).toBe("words");
});

test("a very long word is left alone", () => {
  const word = "ing".repeat(100);
  expect(makeStem("en")(word)).toBe(word);
});

test("a page's own name for its language finds the stemmer's", () => {
  expect([undefined, "EN-us", "pt_BR", "de"].map(stemLanguage)).toEqual(["en", "en", "pt", "de"]);
  expect(["", "-", "pl", "constructor"].map(stemLanguage)).toEqual(Array(4).fill(undefined));
});

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

  test("gives what the Snowball package gives, for words made of whatever its rules know", () => {
    const oracle = newStemmer("german").stem;
    const words = madeUpWords(3000, PIECES);
    expect(words.map(stemGerman)).toEqual(words.map(oracle));
  });
});
