import type { Page } from "../../page/index.ts";
import { hashText, words } from "../../text/index.ts";
import { alignWords } from "./align-words.ts";
import { type BlockTruth, findBlockRoles } from "./block-roles.ts";
import { readPageWords, type TextScope } from "./page-words.ts";

/** The labels of every block of a page. */
export interface BlockLabels {
  /** Which text was read: hidden text counts only where the body is not in the visible one. */
  readonly scope: TextScope;
  /** How many words a block has. */
  readonly words: Int32Array;
  /** The share of them that belongs to the truth's body; a repeated copy does not. */
  readonly share: Float32Array;
  /** Index into `ROLES`. */
  readonly role: Uint8Array;
  /** The share of the body's words that the page has. */
  readonly found: number;
}

/** A page that shows less of its body than this keeps it until a script runs: of 793 modern articles, one in a hundred. */
const MIN_VISIBLE = 0.75;

/** Labels every block of a page with its share of the body and its role; in time that grows with page and truth. */
export function labelBlocks(page: Page, truth: BlockTruth): BlockLabels {
  const body = Int32Array.from(words(truth.body ?? ""), hashText);
  let shares = findShares(page, body, "visible");
  if (body.length > 0 && shares.found < MIN_VISIBLE) {
    const revealed = findShares(page, body, "revealed");
    if (revealed.found > shares.found) shares = revealed;
  }
  return { ...shares, role: findBlockRoles(page, truth, shares) };
}

function findShares(page: Page, body: Int32Array, scope: TextScope): Omit<BlockLabels, "role"> {
  const { count } = page.blocks;
  const { hashes, firstWord } = readPageWords(page, scope);
  const truthOf = alignWords(hashes, body);
  const blockWords = new Int32Array(count);
  const share = new Float32Array(count);
  let found = 0;
  for (let block = 0; block < count; block++) {
    blockWords[block] = firstWord[block + 1]! - firstWord[block]!;
    let matched = 0;
    for (let at = firstWord[block]!; at < firstWord[block + 1]!; at++) if (truthOf[at]! >= 0) matched++;
    found += matched;
    share[block] = matched / Math.max(1, blockWords[block]!);
  }
  return { scope, words: blockWords, share, found: found / Math.max(1, body.length) };
}

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
