import type { BlockLabels } from "./label-blocks.ts";

/** Weights of words: pages count alike whatever the length of their article, and no block is lost. */
const WORDS_PER_PAGE = 300;
const MIN_PAGE_WORDS = 100;
const MAX_WEIGHT = 100;
const MIN_WEIGHT = 0.3;

/** The blocks of a page that have words. */
export function blocksWithWords({ words }: BlockLabels): number[] {
  return Array.from(words.keys()).filter((block) => words[block]! > 0);
}

/** How much each of the given blocks of a page counts in training. */
export function blockWeights({ words, share }: BlockLabels, blocks: readonly number[]): Float32Array {
  const truthWords = blocks.reduce((sum, block) => sum + words[block]! * share[block]!, 0);
  const perWord = WORDS_PER_PAGE / Math.max(MIN_PAGE_WORDS, truthWords);
  return Float32Array.from(blocks, (block) => Math.min(MAX_WEIGHT, words[block]! * perWord) + MIN_WEIGHT);
}
