import { expect, test } from "vitest";
import { foldText, runsOf } from "./terms.ts";

const termsOf = (text: string) => runsOf(text).flatMap(({ terms }) => terms);

test("words are folded: case, accents, compatibility forms, invisible marks", () => {
  expect(foldText("ÉLAN ﬁle Ｗ soft\u00adhyphen İstanbul")).toBe("elan file w softhyphen istanbul");
});

test("marks of other scripts stay letters", () => {
  expect(termsOf("बंदरगाह が ё")).toEqual(["बंदरगाह", "が", "е"]);
});

test("unspaced scripts are pairs of neighbours, with the last character alone", () => {
  expect(termsOf("NHK東京都2026")).toEqual(["nhk", "東京", "京都", "都", "2026"]);
  expect(termsOf("港")).toEqual(["港"]);
});

test("a word without end is cut", () => {
  expect(termsOf("x".repeat(5000))[0]).toHaveLength(100);
});
