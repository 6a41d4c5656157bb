import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WordScan } from "./scan-words.ts";
import { STOP_WORDS } from "./stop-words.data.ts";
import { countWords, countWordsIn, dropInvisible, languageCode, stopWords, WORD, words } from "./words.ts";

describe("words", () => {
  test("a Western text, which is not folded, has the words that folding finds", () => {
    for (let code = 0; code < 0x2100; code++) {
      const text = `A${String.fromCharCode(code)}b É`;
      const folded = dropInvisible(text.normalize("NFKC").toLowerCase());
      expect(words(text), code.toString(16)).toEqual(folded.match(WORD));
    }
  });

  test.each([
    ["The harbour's OPEN, again.", ["the", "harbour", "s", "open", "again"]],
    ["snake_case 3.14", ["snake_case", "3", "14"]],
    ["Zażółć gęślą", ["zażółć", "gęślą"]],
    ["ﬁne Ｆｕｌｌ", ["fine", "full"]],
    ["soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]],
    ["港口开放", ["港", "口", "开", "放"]],
    ["東京タワーA1", ["東", "京", "タ", "ワ", "ー", "a1"]],
    ["ท่าเรือ", [..."ท่าเรือ"]],
    ["항구가 열렸다", ["항구가", "열렸다"]],
    ["!?… —", []],
  ])("%j is %j", (text, expected) => {
    expect(words(text)).toEqual(expected);
  });
  test("of two texts with a space between are the words of both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        expect(words(`${left} ${right}`)).toEqual([...words(left), ...words(right)]);
      }),
    );
  });
});

test("countWords counts them", () => {
  expect(countWords("Harbour 港口 opens")).toBe(4);
});

describe("count words", () => {
  test.each([
    "The harbour's open, again.",
    "港口 opens 3 days",
    "soft\u00adhyphen",
    "港口opens",
    "cafe\u0301s\u00ad, two",
    "Zażółć — gęślą",
    "\u{20bb7} a",
    "a \u200b b \u00ad",
    "\u200e",
    "Fine \u{1f600}\u{1f3fd} weather\u{1f600}",
    "",
  ])("counts %j as words does", (text) => {
    expect(countWordsIn(text, 0, text.length)).toBe(words(text).length);
  });

  test("counts only inside its range", () => {
    expect(countWordsIn("one two three", 4, 7)).toBe(1);
    expect(countWordsIn("one two three", 3, 4)).toBe(0);
  });
});

test("knows the closed classes of a language by its code or tag", () => {
  expect(stopWords("de-AT")).toContain("der");
  expect(stopWords("pt_BR")).toContain("pelo");
  expect(stopWords("nb")).toEqual(stopWords("no"));
});

test("takes English where no language is given, and nothing for a language without a list", () => {
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

  test("is undefined without a tag", () => {
    expect(languageCode(undefined)).toBeUndefined();
  });
});
