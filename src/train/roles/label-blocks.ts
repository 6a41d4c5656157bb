import type { Page } from "../../page/index.ts";
import { hashText, words } from "../../text/index.ts";
import { alignWords } from "./align-words.ts";
import { findBlockRoles } from "./block-roles.ts";
import type { BlockTruth } from "./block-truth.ts";
import { readPageWords, type TextScope } from "./page-words.ts";

/** What a truth says of every block of its page. */
export interface BlockLabels {
  /** Which text was read: hidden text counts only where the body is not in the visible one. */
  readonly scope: TextScope;
  /** How many words a block has. */
  readonly words: Int32Array;
  /** The share of them that belongs to the truth's body; a copy of what stands elsewhere does not. */
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
