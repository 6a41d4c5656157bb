import type { Page, Verdict } from "../../../page/index.ts";
import type { BlockTally } from "./block-tally.ts";
import { chanceOf, VERDICT_TYPES, type VerdictModel } from "./verdict-model.ts";
import { verdictRow } from "./verdict-row.ts";

/** What kind of page it is, and how likely the weighing of its blocks found the article whole and alone. */
export function judgePage(page: Page, tally: BlockTally, { types, confidence }: VerdictModel): Verdict {
  const row = verdictRow(page, tally);
  const chances = VERDICT_TYPES.map((type) => chanceOf(types[type], row));
  const most = chances.indexOf(Math.max(...chances));
  return {
    isArticle: chances[VERDICT_TYPES.indexOf("article")]!,
    pageType: VERDICT_TYPES[most]!,
    // What keeps nothing has found nothing.
    confidence: tally.keepsAny ? chanceOf(confidence, row) : 0,
  };
}
