import { type CalibratedTrees, chanceOf } from "../../model/index.ts";
import type { Verdict } from "../../page/index.ts";
import { pageRow, type WrappedPage } from "./page-row.ts";

/** What judges pages as a whole: by what the two machines found on them and how likely it is. */
export interface PageJudges {
  readonly isArticle: CalibratedTrees;
  readonly confidence: CalibratedTrees;
}

/** Decimals of a chance that mean anything. */
const DECIMALS = 3;
/** From this chance on a page is called an article. */
const ARTICLE = 0.5;

/** Whether a page is an article, and how likely its body was found whole and alone. Deviation: the paper takes every page for one. */
export function judgeWrapped(wrapped: WrappedPage, judges: PageJudges): Verdict {
  const row = pageRow(wrapped);
  const isArticle = round(chanceOf(judges.isArticle, row));
  return {
    isArticle,
    ...(isArticle >= ARTICLE && { pageType: "article" }),
    confidence: round(chanceOf(judges.confidence, row)),
  };
}

function round(chance: number): number {
  return Number(chance.toFixed(DECIMALS));
}
