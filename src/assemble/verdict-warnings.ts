import type { WarningCode } from "../article/index.ts";
import type { Verdict } from "../page/index.ts";

/** Below this an answer is right three times in ten on unseen sets; measured in docs/experiments/verdict.md. */
const LOW_CONFIDENCE = 0.3;

/** What a reader of an answer should know of the verdict on its page. */
export function verdictWarnings(verdict: Verdict | undefined): WarningCode[] {
  if (verdict === undefined) return [];
  const found: WarningCode[] = [];
  if (verdict.pageType !== "article") found.push("NOT_AN_ARTICLE");
  if (verdict.confidence < LOW_CONFIDENCE) found.push("LOW_CONFIDENCE");
  return found;
}
