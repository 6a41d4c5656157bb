import { expect, test } from "vitest";
import { fillUnspaced } from "./character-classes.ts";
import { segmentRun, segmentRuns } from "./segment.ts";

function wordsOf(run: string): string[] {
  const starts = segmentRun(run);
  return starts.map((start, index) => run.slice(start, starts[index + 1]));
}

test("finds the words of Chinese, Japanese and Thai", () => {
  expect(wordsOf("渡轮离开北京")).toEqual(["渡轮", "离开", "北京"]);
  expect(wordsOf("船は東京へ")).toEqual(["船", "は", "東京", "へ"]);
  expect(wordsOf("เรือออก")).toEqual(["เรือ", "ออก"]);
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
  // Long ones are not remembered, so that each is cut anew.
  const long = runs.map((run) => run.repeat(150));
  expect(segmentRuns([...long, ...runs])).toEqual([...long, ...runs].map(segmentRun));
  expect(segmentRuns(runs)[0]).toEqual([0, 2, 4]);
  expect(segmentRuns([])).toEqual([]);
});

test("finds the same words when what was remembered is forgotten in the midst of a page", () => {
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
