import type { TreeEnsemble } from "../../model/index.ts";
import type { Extraction, Hints, Page, Verdict } from "../../page/index.ts";
import { dropCopies } from "./copies.ts";
import { judgeBlocks } from "./judge-blocks.ts";
import { lastResort } from "./last-resort.ts";
import { fusedRows, type RowParts } from "./rows.ts";
import { weighedPage } from "./thin-out.ts";
import { chooseThreshold } from "./threshold.ts";
import { type BlockTally, judgePage, type VerdictModel } from "./verdict/index.ts";
import { weighBlocks } from "./weigh-blocks.ts";

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
const MIN_ARTICLE = 0.2;
/** On pages that are less likely still, the trees for articles have no weight. */
const MAY_BE_ARTICLE = 0.03;

/** Weighs all blocks of a page, judges the page, and keeps what is worth it; `isArticle` says it where it is known. */
export function answerPage(given: Page, hints: Hints, parts: AnswerParts, isArticle?: boolean): Answer {
  const { page, standIn } = weighedPage(given);
  const rows = fusedRows(page, hints, parts);
  const { trees } = parts;
  const logOdds = new Float64Array(page.blocks.count);
  const tally = weighBlocks(page, rows, ({ values, count, blocks, logOdds: own }) => {
    trees.scoreRows(values, count, own);
    for (let at = 0; at < count; at++) logOdds[blocks[at]!] = own[at]!;
  });
  const verdict = parts.verdict && judgePage(page, tally, parts.verdict);
  const wanted = isArticle === undefined ? weightOfOtherPages(verdict) : Number(!isArticle);
  const otherTrees = wanted === 0 ? undefined : parts.otherTrees;
  const otherPagesWeight = otherTrees === undefined ? 0 : wanted;
  // The mean that `mixTrees` takes, without a second walk down the trees of articles.
  const weighed =
    otherTrees === undefined
      ? tally
      : weighBlocks(page, rows.ofOtherPage(), ({ values, count, blocks, logOdds: others }) => {
          otherTrees.scoreRows(values, count, others);
          for (let at = 0; at < count; at++) {
            others[at] = (1 - wanted) * logOdds[blocks[at]!]! + wanted * others[at]!;
          }
        });
  rows.giveBack();
  const threshold = chooseThreshold(weighed, wanted === 0);
  const whole = given.revealed;
  const chances = standIn === undefined ? weighed.ofBlock : chancesOf(standIn, weighed.ofBlock);
  const extraction = judgeBlocks(whole, chances, threshold);
  const answer = lastResort(given, dropCopies(whole, extraction));
  const notes = { otherPagesWeight, threshold };
  const { warnings = [] } = answer;
  return {
    extraction: {
      ...answer,
      notes,
      ...(verdict && { verdict }),
      ...(standIn && { warnings: [...warnings, "DENSE_PAGE"] }),
    },
    tally,
  };
}

/** The chance of every block of a page that was thinned out. */
function chancesOf(standIn: Int32Array, weighed: Float32Array): Float32Array {
  const chances = new Float32Array(standIn.length);
  for (let block = 0; block < standIn.length; block++) chances[block] = weighed[standIn[block]!]!;
  return chances;
}

/** The ensemble weight of the trees for other pages: 0 on what may well be an article. */
function weightOfOtherPages(verdict: Verdict | undefined): number {
  if (verdict === undefined || verdict.isArticle >= MIN_ARTICLE) return 0;
  return verdict.isArticle < MAY_BE_ARTICLE ? 1 : 0.5;
}
