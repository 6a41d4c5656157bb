import type { Extraction, Hints, Page, Verdict } from "../page/index.ts";
import type { Extractor } from "./extractor.ts";

/** The cheap method's answer stands where it says that the page is an article and the answer right, each with this probability. */
const SURE = { isArticle: 0.8, confidence: 0.65 } as const;

/**
 * A cheap method answers where it is sure, an expensive one on all other pages. What other pages of the site hold is known to the
 * expensive one alone.
 */
export function makeQuick(cheap: Extractor, expensive: Extractor): Extractor {
  const answerCheaply = (page: Page, hints: Hints): Extraction | undefined => {
    if (hints.siteProfile !== undefined) return undefined;
    const answer = cheap.extract(page, hints);
    return isSure(answer.verdict) ? answer : undefined;
  };
  return {
    id: "quick",
    needs: [],
    trainedOn: () => [...new Set([cheap, expensive].flatMap((method) => method.trainedOn?.() ?? []))].sort(),
    extract: (page, hints) => answerCheaply(page, hints) ?? expensive.extract(page, hints),
    explain: (page, hints, answer) =>
      // Cheap answers have no notes.
      (answer.notes && expensive.explain?.(page, hints, answer)) ?? (() => []),
    trace: (page, hints) => {
      const answer = answerCheaply(page, hints);
      if (answer === undefined) return expensive.trace?.(page, hints) ?? [];
      return [{ name: cheap.id, scores: answer.scores }];
    },
  };
}

function isSure(verdict: Verdict | undefined): boolean {
  return (
    verdict !== undefined && verdict.isArticle >= SURE.isArticle && verdict.confidence >= SURE.confidence
  );
}
