import { closest, contains, tagTable } from "../../html/index.ts";
import { type TreeEnsemble, toProbability } from "../../model/index.ts";
import { type Extraction, type Hints, LEAF_KINDS, type Page, reasonCode } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import type { Witness } from "./evidence.ts";
import { explainLeaves } from "./explain-leaves.ts";
import type { FusedModel } from "./fused-model.ts";
import { keepLikeliest } from "./likeliest.ts";
import { FUSED_FEATURES, fusedRows, type RowParts } from "./rows.ts";
import { BlockTally, judgePage } from "./verdict/index.ts";

const TEXT = LEAF_KINDS.indexOf("text");
const REASON = {
  hidden: reasonCode("hidden"),
  kept: reasonCode("weighed as body"),
  dropped: reasonCode("weighed as no body"),
  media: reasonCode("media of the body"),
  outside: reasonCode("outside the body"),
} as const;
const FIGURE = tagTable("figure");
/** The probability from which on a block is the article's. */
const THRESHOLD = 0.5;

/** Blocks between a picture and the article's text, at most: headline, byline, date, caption and credit. */
const MEDIA_DISTANCE = 6;

/** The learned extractor: every block is weighed by trees over what is known of it, the other methods' answers included. */
export function makeFusedWith(
  model: () => FusedModel,
  witnesses: Readonly<Record<Witness, Extractor>>,
): Extractor {
  return {
    id: "fused",
    needs: [],
    trainedOn: () => {
      const seen = Object.values(witnesses).flatMap((witness) => witness.trainedOn?.() ?? []);
      return [...new Set([...model().training.domains, ...seen])].sort();
    },
    extract(page, hints) {
      const { trees, lexicon, verdict } = model();
      const { chances, tally } = weighBlocks(page, hints, { trees, lexicon, witnesses });
      const extraction = judgeBlocks(page, chances);
      return verdict === undefined ? extraction : { ...extraction, verdict: judgePage(page, tally, verdict) };
    },
    explain(page, hints, extraction) {
      const { trees, lexicon } = model();
      return explainLeaves(page, extraction, { trees, rows: fusedRows(page, hints, { lexicon, witnesses }) });
    },
  };
}

/** What blocks are weighed with. */
export interface WeighParts extends RowParts {
  readonly trees: TreeEnsemble;
}

/** The probability of every block of a page that it is the article's, and what was seen on the way. */
export function weighBlocks(
  page: Page,
  hints: Hints,
  { trees, ...parts }: WeighParts,
): { readonly chances: Float32Array; readonly tally: BlockTally } {
  const rows = fusedRows(page, hints, parts);
  const row = new Float32Array(FUSED_FEATURES.length);
  const chances = new Float32Array(page.blocks.count);
  const tally = new BlockTally(page.blocks.count);
  for (let block = 0; block < chances.length; block++) {
    rows.write(block, row, 0);
    chances[block] = toProbability(trees.scoreRow(row, 0));
    tally.add(row, chances[block]!);
  }
  return { chances, tally };
}

/** Leaves have the probability of their block; a block of media alone is judged by the text around it. */
export function judgeBlocks(page: Page, chances: Float32Array): Extraction {
  const { leaves, blocks } = page;
  const scores = new Float32Array(leaves.count);
  const reasons = new Uint8Array(leaves.count);
  const between = keptAround(page, chances);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.visible[leaf] === 0) {
      reasons[leaf] = REASON.hidden;
      continue;
    }
    const block = blocks.ofLeaf[leaf]!;
    const chance = hasText(page, block) ? chances[block]! : between[block]!;
    scores[leaf] = chance;
    const isKept = chance >= THRESHOLD;
    if (leaves.kind[leaf] === TEXT) reasons[leaf] = isKept ? REASON.kept : REASON.dropped;
    else reasons[leaf] = isKept ? REASON.media : REASON.outside;
  }
  keepCaptions(page, scores, reasons);
  return keepLikeliest(page, { scores, reasons });
}

/** The words of a figure go with its picture; assembly makes its caption and credit of them. */
function keepCaptions({ document, leaves }: Page, scores: Float32Array, reasons: Uint8Array): void {
  let next = 0;
  for (let picture = 0; picture < leaves.count; picture++) {
    if (leaves.kind[picture] === TEXT || scores[picture]! < THRESHOLD) continue;
    const figure = closest(document, leaves.node[picture]!, FIGURE);
    if (figure < 0) continue;
    // Words before the picture are few; those behind an earlier picture of the figure are judged already.
    next = Math.max(next, picture + 1);
    for (; next < leaves.count && contains(document, figure, leaves.node[next]!); next++) {
      if (leaves.visible[next] === 0 || scores[next]! >= THRESHOLD) continue;
      scores[next] = scores[picture]!;
      reasons[next] = REASON.media;
    }
  }
}

/**
 * For every block the probability of the nearest kept block with text, 0 where that is too far: pictures stand among
 * the paragraphs or, with headline, byline and caption between, right before them; behind the last they are another's.
 */
function keptAround(page: Page, chances: Float32Array): Float32Array {
  const around = new Float32Array(chances.length);
  let before = -1;
  for (let block = 0; block < chances.length; block++) {
    if (chances[block]! >= THRESHOLD && hasText(page, block)) before = block;
    if (before >= 0 && block - before <= MEDIA_DISTANCE) around[block] = chances[before]!;
  }
  let behind = -1;
  for (let block = chances.length - 1; block >= 0; block--) {
    if (chances[block]! >= THRESHOLD && hasText(page, block)) behind = block;
    if (behind < 0) around[block] = 0;
    else if (behind - block <= MEDIA_DISTANCE) around[block] = Math.max(around[block]!, chances[behind]!);
  }
  return around;
}

function hasText({ leaves, blocks }: Page, block: number): boolean {
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT && leaves.visible[leaf] === 1) return true;
  }
  return false;
}
