import type { Page, Verdict } from "../../../page/index.ts";
import type { BlockTally } from "./block-tally.ts";
import { chanceOf, VERDICT_FEATURE_NAMES, VERDICT_TYPES, type VerdictModel } from "./verdict-model.ts";
import { verdictRow } from "./verdict-row.ts";

const KEPT_WORDS = VERDICT_FEATURE_NAMES.indexOf("kept.words");
/** From this chance on a page is taken for an article. */
const ARTICLE_CHANCE = 0.5;
/** Decimals of a chance that mean anything. */
const DECIMALS = 3;

/** What kind of page it is, and how likely the weighing of its blocks found the article whole and alone. */
export function judgePage(page: Page, tally: BlockTally, model: VerdictModel): Verdict {
  return judgeRow(verdictRow(page, tally), model);
}

/** The verdict from a row of `VERDICT_FEATURES`. */
export function judgeRow(row: Float32Array, { types, confidence }: VerdictModel): Verdict {
  const isArticle = chanceOf(types.article, row);
  return {
    isArticle: round(isArticle),
    pageType: isArticle >= ARTICLE_CHANCE ? "article" : likeliestOther(row, types),
    // What keeps nothing has found nothing.
    confidence: row[KEPT_WORDS]! > 0 ? round(chanceOf(confidence, row)) : 0,
  };
}

function likeliestOther(row: Float32Array, types: VerdictModel["types"]): Verdict["pageType"] {
  const others = VERDICT_TYPES.filter((type) => type !== "article");
  const chances = others.map((type) => chanceOf(types[type], row));
  return others[chances.indexOf(Math.max(...chances))]!;
}

function round(chance: number): number {
  return Number(chance.toFixed(DECIMALS));
}
