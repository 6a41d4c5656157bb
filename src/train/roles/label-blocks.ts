import type { Page } from "../../page/index.ts";
import { hashText, words } from "../../text/index.ts";
import { alignWords } from "./align-words.ts";
import { findBlockRoles } from "./block-roles.ts";
import type { BlockTruth } from "./block-truth.ts";
import { readPageWords } from "./page-words.ts";

/** What a truth says of every block of its page. */
export interface BlockLabels {
  /** How many visible words a block has. */
  readonly words: Int32Array;
  /** The share of them that belongs to the truth's body; a copy of what stands elsewhere does not. */
  readonly share: Float32Array;
  /** Index into `ROLES`. */
  readonly role: Uint8Array;
  /** The share of the body's words that the page has. */
  readonly found: number;
}

/** Labels every block of a page with its share of the body and its role; in time that grows with page and truth. */
export function labelBlocks(page: Page, truth: BlockTruth): BlockLabels {
  const { count } = page.blocks;
  const { hashes, firstWord } = readPageWords(page);
  const body = Int32Array.from(words(truth.body ?? ""), hashText);
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
  return {
    words: blockWords,
    share,
    role: findBlockRoles(page, truth, share),
    found: found / Math.max(1, body.length),
  };
}
