import type { Outcome } from "./study-page.ts";

/** How often wrappers are right, and how much of the text they find. */
export interface Accuracy {
  readonly title: number;
  readonly body: number;
  /** Title and body of the same page. */
  readonly news: number;
  readonly f1: number;
  readonly oracle: number;
}

/** The means of some outcomes. */
export function accuracyOf(outcomes: readonly Outcome[]): Accuracy {
  const mean = (read: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + read(outcome), 0) / outcomes.length;
  return {
    title: mean(({ isTitleRight }) => Number(isTitleRight)),
    body: mean(({ isBodyRight }) => Number(isBodyRight)),
    news: mean(({ isTitleRight, isBodyRight }) => Number(isTitleRight && isBodyRight)),
    f1: mean(({ f1 }) => f1),
    oracle: mean(({ oracle }) => oracle),
  };
}

/** A share as the paper prints it. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
