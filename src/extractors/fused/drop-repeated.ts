import { HEADING_TAGS, TAG } from "../../html/index.ts";
import {
  type Extraction,
  type Hints,
  KEEP_SCORE,
  LEAF_KINDS,
  leafWords,
  type Page,
  reasonCode,
  repeatedShare,
} from "../../page/index.ts";
import { hasText } from "./judge-blocks.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const REPEATED = reasonCode("repeated on the site");

/**
 * On how many of a site's pages a block must be to be no part of the article, and how much of the answer such blocks may be.
 * Where they are more, other pages hold the same article, and only what half of all pages hold is none of it. Chosen in trials.
 */
const LEVELS = [
  { minShare: 0.1, maxDropped: 0.5 },
  { minShare: 0.5, maxDropped: 0.9 },
] as const;
/** Articles have headings in common, but not half of them. */
const MIN_HEADING_SHARE = 0.5;
/** How far a caption's words are from its figure. */
const MAX_CLIMB = 5;

/** An answer without what other pages of the site hold too, where a profile of the site was given. */
export function dropRepeated(page: Page, extraction: Extraction, { siteProfile }: Hints): Extraction {
  if (siteProfile === undefined) return extraction;
  const { scores } = extraction;
  const shares = repeatedShare(page, siteProfile);
  const words = scores.map((score, leaf) => (score >= KEEP_SCORE ? leafWords(page, leaf) : 0));
  const kept = words.reduce((sum, count) => sum + count, 0);
  for (const { minShare, maxDropped } of LEVELS) {
    const isDropped = findRepeated(page, scores, { shares, minShare });
    const dropped = words.reduce((sum, count, leaf) => sum + count * isDropped[leaf]!, 0);
    if (dropped <= kept * maxDropped) return dropped === 0 ? extraction : without(extraction, isDropped);
  }
  return extraction;
}

function without(extraction: Extraction, isDropped: Uint8Array): Extraction {
  return {
    ...extraction,
    scores: extraction.scores.map((score, leaf) => (isDropped[leaf] === 1 ? 0 : score)),
    reasons: extraction.reasons.map((reason, leaf) => (isDropped[leaf] === 1 ? REPEATED : reason)),
  };
}

/** On which share of a site's pages each leaf's block is, and from which on it is repeated. */
interface Repetition {
  readonly shares: Float32Array;
  readonly minShare: number;
}

/** Marks the kept text of repeated blocks. */
function findRepeated(page: Page, scores: Float32Array, { shares, minShare }: Repetition): Uint8Array {
  const isDropped = new Uint8Array(scores.length);
  // From the last block on: whether a heading is the article's is told by what is behind it.
  let behind: "kept" | "dropped" = "dropped";
  for (let block = page.blocks.count - 1; block >= 0; block--) {
    if (!hasText(page, block)) continue;
    const kept = keptTexts(page, scores, block);
    const enough = behind === "kept" && isHeading(page, block) ? MIN_HEADING_SHARE : minShare;
    behind = kept.length > 0 ? "kept" : "dropped";
    if (kept.length === 0 || shares[kept[0]!]! < enough || isInFigure(page, block)) continue;
    behind = "dropped";
    for (const leaf of kept) isDropped[leaf] = 1;
  }
  return isDropped;
}

function keptTexts({ leaves, blocks }: Page, scores: Float32Array, block: number): number[] {
  const kept: number[] = [];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT && scores[leaf]! >= KEEP_SCORE) kept.push(leaf);
  }
  return kept;
}

function isHeading({ document, blocks }: Page, block: number): boolean {
  return HEADING_TAGS[document.tag[blocks.container[block]!]!] === 1;
}

/** Credits of pictures repeat, and are the picture's. */
function isInFigure({ document, blocks }: Page, block: number): boolean {
  let element = blocks.container[block]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element > 0; climbed++) {
    if (document.tag[element] === TAG.figure) return true;
    element = document.parent[element]!;
  }
  return false;
}
