import { expect, test } from "vitest";
import { fillUnspaced } from "./character-classes.ts";
import { segmentRun, segmentRuns, type UnspacedWords, WordScan } from "./scan-words.ts";

function scan(text: string, unspaced: UnspacedWords = "segmented") {
  const words = new WordScan(unspaced);
  words.read(text, 0, text.length);
  const found: { word: string; hash: number }[] = [];
  for (let at = 0; at < words.count; at++) {
    const word = text.slice(words.starts[at], words.ends[at]);
    found.push({ word, hash: words.hashes[at]! });
  }
  return found;
}

const wordsOf = (text: string, unspaced?: UnspacedWords) => scan(text, unspaced).map(({ word }) => word);
const hashOf = (text: string) => scan(text)[0]?.hash;

test("parts words at spaces, punctuation, hyphens and apostrophes", () => {
  expect(wordsOf("  Lund, the well-known mayor's 3rd (no 42)…")).toEqual([
    "Lund",
    "the",
    "well",
    "known",
    "mayor",
    "s",
    "3rd",
    "no",
    "42",
  ]);
});

test("gives a word the same hash in any case, with and without accents, composed or not, wide or not", () => {
  expect(hashOf("ÉCOLE")).toBe(hashOf("école"));
  expect(hashOf("école")).toBe(hashOf("ecole"));
  expect(hashOf("e\u0301cole")).toBe(hashOf("ecole"));
  expect(hashOf("Ｌｕｎｄ")).toBe(hashOf("lund"));
  expect(hashOf("har\u00adbour")).toBe(hashOf("harbour"));
  expect(hashOf("Москва")).toBe(hashOf("МОСКВА"));
});

test("gives other words other hashes, Hangul syllables too", () => {
  expect(hashOf("mayor")).not.toBe(hashOf("major"));
  expect(hashOf("가나")).not.toBe(hashOf("나가"));
  expect(hashOf("강")).not.toBe(hashOf("가"));
});

test("tells words apart by vowel signs, which are no accents", () => {
  expect(hashOf("पर")).not.toBe(hashOf("पूरा"));
  expect(hashOf("की")).not.toBe(hashOf("का"));
  expect(wordsOf("की सरकार")).toEqual(["की", "सरकार"]);
});

test("cuts scripts without spaces by the segmenter, or takes their runs whole", () => {
  expect(wordsOf("渡轮离开港口，2024年 Lund").length).toBeGreaterThan(4);
  expect(wordsOf("渡轮离开港口，2024 Lund", "whole runs")).toEqual(["渡轮离开港口", "2024", "Lund"]);
});

test("finds no word in the signs of scripts without spaces", () => {
  expect(wordsOf("ルンド・フェリー").filter((word) => word.includes("・"))).toEqual([]);
  expect(wordsOf("๏ ฿ ・")).toEqual([]);
});

test("reads an endless run of a script without spaces to its end", () => {
  const found = scan("渡轮".repeat(50_000));
  expect(found.reduce((sum, { word }) => sum + word.length, 0)).toBe(100_000);
});

test("reads only its range", () => {
  const words = new WordScan("segmented");
  words.read("one two three", 4, 7);
  expect([words.count, words.starts[0], words.ends[0]]).toEqual([1, 4, 7]);
});

test("finds no word in nothing", () => {
  expect(wordsOf(" … !? \u200b")).toEqual([]);
});

test("reads one range after another, whatever their length", () => {
  const words = new WordScan("segmented");
  for (const count of [3, 40_000, 0, 70, 1]) {
    const text = "Dawn ".repeat(count);
    words.read(text, 0, text.length);
    expect([words.count, words.starts[count - 1]]).toEqual([count, count === 0 ? undefined : count * 5 - 5]);
  }
});

function segmentsOf(run: string): string[] {
  const starts = segmentRun(run);
  return starts.map((start, index) => run.slice(start, starts[index + 1]));
}

test("finds the words of Chinese, Japanese and Thai", () => {
  expect(segmentsOf("渡轮离开北京")).toEqual(["渡轮", "离开", "北京"]);
  expect(segmentsOf("船は東京へ")).toEqual(["船", "は", "東京", "へ"]);
  expect(segmentsOf("เรือออก")).toEqual(["เรือ", "ออก"]);
});

test("finds the same words in all runs of a page at once", () => {
  const runs = [
    "渡轮离开北京",
    "船",
    "船は東京へ",
    "渡轮离开北京",
    "เรือออก",
    "ัออก",
    "北\u200d京",
    "离开\u00ad",
  ];
  // Long ones are not cached, so that each is cut again.
  const long = runs.map((run) => run.repeat(150));
  expect(segmentRuns([...long, ...runs])).toEqual([...long, ...runs].map(segmentRun));
  expect(segmentRuns(runs)[0]).toEqual([0, 2, 4]);
  expect(segmentRuns([])).toEqual([]);
});

test("finds the same words when the cache drops entries in the middle of a page", () => {
  const runs = Array.from({ length: 9000 }, (_, at) => `渡轮${String.fromCharCode(0x4e00 + at)}`);
  const all = segmentRuns(runs);
  expect(segmentRuns(runs)).toEqual(all);
  expect(segmentRuns(runs.toReversed())).toEqual(all.toReversed());
  expect(segmentRuns(["渡轮离开北京", ...runs])[0]).toEqual([0, 2, 4]);
});

test("tells scripts without spaces from others", () => {
  const table = new Uint8Array(65536);
  fillUnspaced(table, 1);
  const isSo = (text: string) => table[text.charCodeAt(0)] === 1;
  expect(["渡", "は", "ー", "々", "เ", "ខ", "မ"].map(isSo)).toEqual(Array(7).fill(true));
  expect(["f", "б", "ع", "क", "한", "。", "，"].map(isSo)).toEqual(Array(7).fill(false));
});
