import { describe, expect, test } from "vitest";
import { featureTable, pick } from "./feature-table.testing.ts";

const one = (html: string, ...names: readonly string[]) => {
  const first =
    html
      .replace(/<[^>]*>/g, "")
      .trim()
      .split(/\s+/)[0] ?? "";
  return pick(featureTable(html), first, ...names.map((name) => `text.${name}`));
};

describe("text features", () => {
  test("count characters, words, sentences and commas", () => {
    expect(
      one("<p>The old quay, 3.5 miles out, is shut. Why?", "characters", "words", "sentences", "commas"),
    ).toEqual({ "text.characters": 34, "text.words": 10, "text.sentences": 2, "text.commas": 2 });
  });

  test("take three characters of a script without spaces for a word", () => {
    expect(one("<p>港口今天关闭。我们，", "words", "sentences", "commas", "unspacedShare")).toEqual({
      "text.words": 2.6667,
      "text.sentences": 1,
      "text.commas": 1,
      "text.unspacedShare": 0.8,
    });
  });

  test.each([
    ["Hindi", "बंदरगाह बंद है।"],
    ["Arabic", "هل الميناء مغلق؟"],
    ["Urdu", "بندرگاہ بند ہے۔"],
    ["Armenian", "Նավահանգիստը փակ է։"],
    ["Japanese", "港は閉まっている。"],
  ])("know the sentence marks of %s", (_, text) => {
    expect(one(`<p>${text}`, "sentences", "endsSentence")).toEqual({
      "text.sentences": 1,
      "text.endsSentence": 1,
    });
  });

  test("tell how much stands in links, and in how many", () => {
    expect(one("<p>abcd <a href=x>ef</a> <a href=y>g<b>h</b></a>", "linkShare", "links")).toEqual({
      "text.linkShare": 0.5,
      "text.links": 2,
    });
    expect(one("<p>abcd <a>ef</a>", "linkShare", "links")).toEqual({ "text.linkShare": 0, "text.links": 0 });
  });

  test("tell capitals, digits and short words as shares", () => {
    const names = ["capitalShare", "capitalWordShare", "digitShare", "shortWordShare", "meanWordLength"];
    expect(one("<p>Ab to 1234 CD", ...names)).toEqual({
      "text.capitalShare": 0.5,
      "text.capitalWordShare": 0.5,
      "text.digitShare": 0.4,
      "text.shortWordShare": 0.25,
      "text.meanWordLength": 2.5,
    });
  });

  test("have no share of capitals in scripts without them", () => {
    expect(one("<p>港口", "capitalShare", "capitalWordShare")).toEqual({
      "text.capitalShare": Number.NaN,
      "text.capitalWordShare": Number.NaN,
    });
  });

  test("count quotes, brackets, bars, colons and signs of rights", () => {
    expect(
      one("<p>“a” (b) | c: d @ © 2024", "quotes", "brackets", "bars", "colons", "copyrights", "signShare"),
    ).toEqual({
      "text.quotes": 2,
      "text.brackets": 2,
      "text.bars": 1,
      "text.colons": 1,
      "text.copyrights": 2,
      "text.signShare": 0.5,
    });
  });

  test("find numbers and years", () => {
    expect(one("<p>On 12 May 2024, 3000 of 1899 and 20x4", "numbers", "years")).toEqual({
      "text.numbers": 5,
      "text.years": 1,
    });
  });

  test.each([
    ["it goes on", { startsLower: 1, startsDigit: 0, startsQuote: 0 }],
    ["“Stop,” she said", { startsLower: 0, startsDigit: 0, startsQuote: 1 }],
    ["12 May", { startsLower: 0, startsDigit: 1, startsQuote: 0 }],
  ])("look at how %j starts", (text, expected) => {
    const found = one(`<p>${text}`, ...Object.keys(expected));
    expect(Object.values(found)).toEqual(Object.values(expected));
  });

  test.each([
    ["The end.”", [1, 0, 0]],
    ["Read more:", [0, 1, 0]],
    ["It went on...", [0, 0, 1]],
    ["It went on…", [0, 0, 1]],
    ["The end. Home", [0, 0, 0]],
    ["See v1.2", [0, 0, 0]],
  ])("look at how %j ends", (text, expected) => {
    const found = one(`<p>${text}`, "endsSentence", "endsColon", "endsEllipsis");
    expect(Object.values(found)).toEqual(expected);
  });

  test("measure the first word and the longest plain leaf", () => {
    expect(one("<p>Photo: <a href=x>abcdefgh</a> xyz", "firstWordLength", "longestLeafShare")).toEqual({
      "text.firstWordLength": 5,
      "text.longestLeafShare": 0.3529,
    });
  });

  test("are absent for a block whose text is hidden, but its hiddenness is told", () => {
    const table = featureTable(`<p>Seen ${"text ".repeat(200)}<p hidden>Unseen text`);
    expect(pick(table, "Unseen", "text.words", "text.hiddenShare", "text.leaves")).toEqual({
      "text.words": Number.NaN,
      "text.hiddenShare": 1,
      "text.leaves": 1,
    });
    expect(table("Seen", "text.hiddenShare")).toBe(0);
  });

  test("keep an apostrophe inside its word", () => {
    expect(one("<p>Don’t can't", "words", "quotes")).toEqual({ "text.words": 2, "text.quotes": 0 });
  });
});
