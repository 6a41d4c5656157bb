import { chanceOf } from "../../../model/index.ts";
import type { Page, Verdict } from "../../../page/index.ts";
import type { BlockTally } from "./block-tally.ts";
import { VERDICT_TYPES, type VerdictModel } from "./verdict-model.ts";
import { verdictRow } from "./verdict-row.ts";

/** Decimals of a chance that mean anything. */
const DECIMALS = 3;

/** What kind of page it is, and how likely the weighing of its blocks found the article whole and alone. */
export function judgePage(page: Page, tally: BlockTally, { types, confidence }: VerdictModel): Verdict {
  const row = verdictRow(page, tally);
  const chances = VERDICT_TYPES.map((type) => chanceOf(types[type], row));
  return {
    isArticle: round(chances[VERDICT_TYPES.indexOf("article")]!),
    // The likeliest kind, though it may be less likely than all others together.
    pageType: VERDICT_TYPES[chances.indexOf(Math.max(...chances))]!,
    confidence: round(chanceOf(confidence, row)),
  };
}

function round(chance: number): number {
  return Number(chance.toFixed(DECIMALS));
}
