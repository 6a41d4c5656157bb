import { expect, test } from "vitest";
import { fillUnspaced, segmentRun } from "./segment.ts";

function wordsOf(run: string): string[] {
  const starts = segmentRun(run);
  return starts.map((start, index) => run.slice(start, starts[index + 1]));
}

test("finds the words of Chinese, Japanese and Thai", () => {
  expect(wordsOf("渡轮离开北京")).toEqual(["渡轮", "离开", "北京"]);
  expect(wordsOf("船は東京へ")).toEqual(["船", "は", "東京", "へ"]);
  expect(wordsOf("เรือออก")).toEqual(["เรือ", "ออก"]);
});

test("tells scripts without spaces from others", () => {
  const table = new Uint8Array(65536);
  fillUnspaced(table, 1);
  const isSo = (text: string) => table[text.charCodeAt(0)] === 1;
  expect(["渡", "は", "ー", "々", "เ", "ខ", "မ"].map(isSo)).toEqual(Array(7).fill(true));
  expect(["f", "б", "ع", "क", "한", "。", "，"].map(isSo)).toEqual(Array(7).fill(false));
});
