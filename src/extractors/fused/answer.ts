import { mixTrees, type TreeEnsemble, toProbability, type Weighing } from "../../model/index.ts";
import { type Extraction, type Hints, type Page, reveal, type Verdict } from "../../page/index.ts";
import { dropCopies } from "./copies.ts";
import { hasText, judgeBlocks } from "./judge-blocks.ts";
import { lastResort } from "./last-resort.ts";
import { FUSED_FEATURES, fusedRows, type PageRows, type RowParts } from "./rows.ts";
import { chooseThreshold } from "./threshold.ts";
import { BlockTally, judgePage, type VerdictModel } from "./verdict/index.ts";

/** What pages are answered with. */
export interface AnswerParts extends RowParts {
  /** Weigh the blocks of articles. */
  readonly trees: TreeEnsemble;
  /** Weigh the blocks of other pages; without them those of articles do. */
  readonly otherTrees?: TreeEnsemble | undefined;
  /** Judges pages as a whole; without it every page is an article. */
  readonly verdict?: VerdictModel | undefined;
}

/** The answer to a page, and what was seen of its blocks when they were weighed as an article's. */
export interface Answer {
  readonly extraction: Extraction;
  readonly tally: BlockTally;
}

/**
 * Pages that are less likely articles are weighed as what they may be. It is no half: old and odd articles look like other pages
 * to the verdict. Chosen, as is the next, in trials on sets that nothing was trained on.
 */
export const MIN_ARTICLE = 0.2;
/** On pages that are less likely still, what was learned of articles has no say. */
const MAY_BE_ARTICLE = 0.03;

/** Weighs all blocks of a page, judges the page, and keeps what is worth it; `isArticle` says it where it is known. */
export function answerPage(given: Page, hints: Hints, parts: AnswerParts, isArticle?: boolean): Answer {
  const page = reveal(given);
  const rows = fusedRows(page, hints, parts);
  const { trees, otherTrees } = parts;
  const logOdds = new Float64Array(page.blocks.count);
  const tally = weighBlocks(page, rows, (row, block) => {
    logOdds[block] = trees.scoreRow(row, 0);
    return logOdds[block]!;
  });
  const verdict = parts.verdict && judgePage(page, tally, parts.verdict);
  const say = isArticle === undefined ? sayOfOthers(verdict) : Number(!isArticle);
  // The sum as `weighingOf` takes it, without a second walk down the trees of articles.
  const weighed =
    say === 0 || otherTrees === undefined
      ? tally
      : weighBlocks(
          page,
          rows.ofOtherPage(),
          (row, block) => (1 - say) * logOdds[block]! + say * otherTrees.scoreRow(row, 0),
        );
  const extraction = judgeBlocks(page, weighed.ofBlock, chooseThreshold(weighed, say === 0));
  const answer = lastResort(given, dropCopies(page, extraction));
  return { extraction: verdict === undefined ? answer : { ...answer, verdict }, tally };
}

/** What weighs the blocks of a page, where the trees of other pages have this say. */
export function weighingOf(
  { trees, otherTrees }: Pick<AnswerParts, "trees" | "otherTrees">,
  say: number,
): Weighing {
  return say === 0 || otherTrees === undefined ? trees : mixTrees(trees, otherTrees, say);
}

/** How much of the say the trees of other pages have: none on what may well be an article. */
export function sayOfOthers(verdict: Verdict | undefined): number {
  if (verdict === undefined || verdict.isArticle >= MIN_ARTICLE) return 0;
  return verdict.isArticle < MAY_BE_ARTICLE ? 1 : 0.5;
}

/** Weighs the blocks with text; nothing asks for the chance of the others, one in four. */
function weighBlocks(
  page: Page,
  rows: PageRows,
  weigh: (row: Float32Array, block: number) => number,
): BlockTally {
  const row = new Float32Array(FUSED_FEATURES.length);
  const tally = new BlockTally(page.blocks.count);
  for (let block = 0; block < page.blocks.count; block++) {
    if (!hasText(page, block)) continue;
    rows.write(block, row, 0);
    tally.add(block, row, toProbability(weigh(row, block)));
  }
  return tally;
}
