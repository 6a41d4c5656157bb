import { newStemmer } from "snowball-stemmers";
import { describe, expect, test } from "vitest";
import { madeUpWords } from "./made-up-words.testing.ts";
import { SuffixTable, stemFrench } from "./stem-french.ts";

/** Vowels, endings and letters that the rules ask for. */
const PIECES = [
  ..."a e i o u y â é è ë ï î q u i y c ç n s t m l é1 nn tt ll ss abl iqu ic iv at abil eus ièr par col tap".split(
    " ",
  ),
  ..."logie ation ateur ence ance isme ement ment amment emment issement eaux aux euse ité if ive ifs".split(
    " ",
  ),
  ..."ion ier ière gue guë er era ez ions ais aient erions assions ir isse issant iraient ît âmes s s e".split(
    " ",
  ),
];

describe("the French stemmer", () => {
  test.each([
    ["bateaux", "bateau"],
    ["journaux", "journal"],
    ["évidemment", "évident"],
    ["activité", "activ"],
    ["finissaient", "fin"],
    ["payerons", "pai"],
    ["ancienne", "ancien"],
    ["qualités", "qualit"],
  ])("cuts %s to %s", (word, stem) => {
    expect(stemFrench(word)).toBe(stem);
  });

  test("leaves what is too short to have an ending", () => {
    expect(["", "a", "le", "des", "yeux"].map(stemFrench)).toEqual(["", "a", "le", "de", "yeux"]);
  });

  test("gives what the Snowball package gives, for words made of whatever its rules know", () => {
    const oracle = newStemmer("french").stem;
    const words = madeUpWords(3000, PIECES);
    expect(words.map(stemFrench)).toEqual(words.map(oracle));
  });
});

describe("suffix table", () => {
  const TABLE = new SuffixTable([
    ["e es", 1],
    ["tables", 2],
  ]);

  test("finds the longest suffix of a word, whatever the order of the rows", () => {
    expect(TABLE.longest("timetables", 0)).toEqual({ suffix: "tables", rule: 2 });
    expect(TABLE.longest("tide", 0)).toEqual({ suffix: "e", rule: 1 });
    expect(TABLE.longest("ferry", 0)).toBeUndefined();
    expect(TABLE.longest("", 0)).toBeUndefined();
  });

  test("takes a shorter one where the longest begins too early", () => {
    expect(TABLE.longest("timetables", 5)).toEqual({ suffix: "es", rule: 1 });
    expect(TABLE.longest("timetables", 9)).toBeUndefined();
  });
});
