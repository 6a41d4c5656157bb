import type { WarningCode } from "../article/index.ts";
import type { Verdict } from "../page/index.ts";

/** Below this an answer is wrong far more often than right; measured in docs/experiments/verdict.md. */
const LOW_CONFIDENCE = 0.3;
/** Below this another kind of page is likelier than an article. */
const ARTICLE_CHANCE = 0.5;

/** What a reader of an answer should know of the verdict on its page. */
export function verdictWarnings(verdict: Verdict | undefined): WarningCode[] {
  if (verdict === undefined) return [];
  const found: WarningCode[] = [];
  if (verdict.isArticle < ARTICLE_CHANCE) found.push("NOT_AN_ARTICLE");
  if (verdict.confidence < LOW_CONFIDENCE) found.push("LOW_CONFIDENCE");
  return found;
}
