import { expect, test } from "vitest";
import { makeStem, stemLanguage } from "./stem.ts";

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

test("a word beyond all length is left alone", () => {
  const word = "ing".repeat(100);
  expect(makeStem("en")(word)).toBe(word);
});

test("a page's own name for its language finds the stemmer's", () => {
  expect([undefined, "EN-us", "pt_BR", "de"].map(stemLanguage)).toEqual(["en", "en", "pt", "de"]);
  expect(["", "-", "pl", "constructor"].map(stemLanguage)).toEqual(Array(4).fill(undefined));
});
