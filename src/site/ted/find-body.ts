import type { Page } from "../../page/index.ts";
import type { Passages } from "./passages.ts";

/** The body holds this share of what the passages weigh; the rest is comments, teasers and notices that differ from page to page. */
const BODY_SHARE = 0.7;
/** A passage with more of its words in links is a list of them. */
const MAX_LINK_SHARE = 0.5;

/** The passages of the body. */
export interface Body {
  /** The smallest element that holds nearly all of the long passages. */
  readonly root: number;
  /** 1 for every block that is one of its passages. */
  readonly isPassage: Uint8Array;
}

/** Finds the body: the place of the longest passages, links and title aside; undefined where there are none. */
export function findBody(page: Page, passages: Passages, title: number): Body | undefined {
  const isPassage = Uint8Array.from(page.blocks.container, (_, block) =>
    Number(block !== title && passages.linkWords[block]! <= MAX_LINK_SHARE * passages.words[block]!),
  );
  const root = findRoot(page, passages, isPassage);
  return root === 0 ? undefined : { root, isPassage };
}

/** The smallest element with `BODY_SHARE` of the weight; 0 where nothing weighs. */
function findRoot({ document, blocks }: Page, { words, linkWords }: Passages, isPassage: Uint8Array): number {
  const weight = new Float64Array(document.size);
  for (let block = 0; block < blocks.count; block++) {
    if (isPassage[block] === 0) continue;
    // Squares: one paragraph says more than ten lines of a box beside it.
    weight[blocks.container[block]!]! += (words[block]! - linkWords[block]!) ** 2;
  }
  for (let node = document.size - 1; node > 0; node--) weight[document.parent[node]!]! += weight[node]!;
  const least = Math.max(1, BODY_SHARE * weight[0]!);
  // More than half of the weight is at one place on every level, so that these nodes hold each other.
  return Math.max(
    0,
    weight.findLastIndex((own) => own >= least),
  );
}
