import { expect, test } from "vitest";
import { STOP_WORDS } from "./stop-words.data.ts";
import { stopWords } from "./stop-words.ts";

test("knows the closed classes of a language by its code or tag", () => {
  expect(stopWords("de-AT")).toContain("der");
  expect(stopWords("pt_BR")).toContain("pelo");
  expect(stopWords("nb")).toEqual(stopWords("no"));
});

test("takes English where no language is said, and nothing for a language without a list", () => {
  expect(stopWords(undefined)).toContain("the");
  expect(stopWords("xx")).toEqual([]);
  expect(stopWords("constructor")).toEqual([]);
});

test("holds articles, prepositions, conjunctions and possessives, but no names of things", () => {
  for (const word of ["the", "of", "and", "their"]) expect(stopWords("en")).toContain(word);
  for (const word of ["mayor", "says", "not"]) expect(stopWords("en")).not.toContain(word);
});

test.each(Object.entries(STOP_WORDS))("has words in %s, one space between each two", (_, list) => {
  expect(list.split(" ").every((word) => word !== "")).toBe(true);
  expect(list.split(" ").length).toBeGreaterThan(15);
});
