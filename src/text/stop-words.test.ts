import { describe, expect, test } from "vitest";
import { WordScan } from "./scan-words.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { languageCode, stopWords } from "./stop-words.ts";

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

test.each(Object.entries(STOP_WORDS))(
  "has words in %s that the scan reads as one each, none of them twice",
  (_, list) => {
    const scan = new WordScan("whole runs");
    const listed = list.split(" ");
    for (const word of listed) {
      scan.read(word, 0, word.length);
      expect([scan.count, scan.ends[0]]).toEqual([1, word.length]);
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(15);
  },
);

describe("language code", () => {
  test("is the first part of a language tag, in lower case", () => {
    expect(["de", "pt-BR", "PT_br", "zh-Hant-TW"].map(languageCode)).toEqual(["de", "pt", "pt", "zh"]);
  });

  test("is not said where no tag is", () => {
    expect(languageCode(undefined)).toBeUndefined();
  });
});
