import { HEADING_TAGS } from "../../html/index.ts";
import {
  type Extraction,
  type Hints,
  KEEP_SCORE,
  leafWords,
  type Page,
  type SiteProfile,
} from "../../page/index.ts";
import { repeatedShare } from "../../profile/index.ts";
import { hasText } from "./judge-blocks.ts";
import { isInFigure, keptTexts, leaveOut } from "./leave-out.ts";

/** Blocks on a smaller share of a site's pages are what some articles have in common. This and the others were chosen in trials. */
const MIN_SHARE = 0.1;
/** An article and its sequel have paragraphs in common. */
const MIN_PAGES = 3;
/** Fewer pages are enough where they are this share of the few that were read. */
const ENOUGH_SHARE = 0.3;
/** What stands on this share of the pages is no article's, be it a heading, be it most of the answer. */
const MOST_SHARE = 0.5;
/** Where more of the answer is repeated, the other pages hold the same article. */
const MAX_DROPPED = 0.5;
/** Where more of the answer stands on most pages, it is all that there is. */
const MAX_DROPPED_OF_MOST = 0.9;

/** An answer without what other pages of the site hold too, where a profile of the site was given. */
export function dropRepeated(page: Page, extraction: Extraction, { siteProfile }: Hints): Extraction {
  if (siteProfile === undefined) return extraction;
  const { scores } = extraction;
  const shares = repeatedShare(page, siteProfile);
  const words = scores.map((score, leaf) => (score >= KEEP_SCORE ? leafWords(page, leaf) : 0));
  const kept = words.reduce((sum, count) => sum + count, 0);
  for (const { minShare, maxDropped } of levelsOf(siteProfile)) {
    const isDropped = findRepeated(page, scores, { shares, minShare });
    const dropped = words.reduce((sum, count, leaf) => sum + count * isDropped[leaf]!, 0);
    if (dropped > kept * maxDropped) continue;
    return dropped === 0
      ? extraction
      : leaveOut(page, extraction, { isDropped, reason: "repeated on the site" });
  }
  return extraction;
}

/** When blocks are no part of the article. */
interface Level {
  /** On which share of the site's pages they are at least. */
  readonly minShare: number;
  /** How much of the answer they may be. */
  readonly maxDropped: number;
}

/** The levels to try in turn, by how many pages a profile is of. */
function levelsOf({ pages }: SiteProfile): readonly Level[] {
  // Shares are of single precision, and so must be what they are to reach.
  const few = Math.min(ENOUGH_SHARE, Math.fround(MIN_PAGES / pages));
  return [
    { minShare: Math.max(MIN_SHARE, few), maxDropped: MAX_DROPPED },
    { minShare: MOST_SHARE, maxDropped: MAX_DROPPED_OF_MOST },
  ];
}

interface Repetition extends Pick<Level, "minShare"> {
  /** Of the site's pages that hold each leaf's block. */
  readonly shares: Float32Array;
}

/** Marks the kept text of repeated blocks. */
function findRepeated(page: Page, scores: Float32Array, { shares, minShare }: Repetition): Uint8Array {
  const isDropped = new Uint8Array(scores.length);
  // From the last block on: whether a heading is the article's is told by the next text of the answer, be there an advertisement between.
  let behind: "kept" | "dropped" = "dropped";
  for (let block = page.blocks.count - 1; block >= 0; block--) {
    if (!hasText(page, block)) continue;
    const kept = keptTexts(page, scores, block);
    if (kept.length === 0) continue;
    const enough = behind === "kept" && isHeading(page, block) ? MOST_SHARE : minShare;
    behind = "kept";
    if (shares[kept[0]!]! < enough || isInFigure(page, block)) continue;
    behind = "dropped";
    for (const leaf of kept) isDropped[leaf] = 1;
  }
  return isDropped;
}

function isHeading({ document, blocks }: Page, block: number): boolean {
  return HEADING_TAGS[document.tag[blocks.container[block]!]!] === 1;
}
