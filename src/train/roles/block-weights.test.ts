import { expect, test } from "vitest";
import { blocksWithWords, blockWeights } from "./block-weights.ts";

function labelsOf(words: readonly number[], share: readonly number[]) {
  return {
    ...{ scope: "visible" as const, role: new Uint8Array(words.length), found: 1 },
    words: Int32Array.from(words),
    share: Float32Array.from(share),
  };
}

test("blocks without words do not count", () => {
  expect(blocksWithWords(labelsOf([3, 0, 5], [1, 0, 0]))).toEqual([0, 2]);
});

test("articles of 150 and of 600 words weigh alike, paragraph for paragraph", () => {
  const sum = (words: readonly number[]) =>
    blockWeights(
      labelsOf(
        words,
        words.map(() => 1),
      ),
      [...words.keys()],
    ).reduce((total, own) => total + own, 0);
  expect(sum([50, 50, 50])).toBeCloseTo(sum([200, 200, 200]), 3);
});

test("one block counts 100 words of a page of 300 at most, and never nothing", () => {
  const [long, short] = blockWeights(labelsOf([1000, 1], [1, 0]), [0, 1]);
  expect(long).toBeCloseTo(100.3, 3);
  expect(short).toBeCloseTo(0.6, 3);
});
