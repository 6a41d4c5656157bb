import type { Contribution } from "../article/index.ts";
import type { Extraction, Hints, Page } from "../page/index.ts";

/** What an extractor must be given to do its best. */
export type Need = "layout" | "collectedTitle" | "siteProfile";

/** A method that judges every leaf of a page. Always ready: whatever learns is a function that returns one. */
export interface Extractor {
  readonly id: string;
  /** The paper it follows, if it follows one. */
  readonly paper?: string;
  readonly needs: readonly Need[];
  /** The registrable domains that its model has seen; a fair measurement leaves them out. */
  trainedOn?(): readonly string[];
  extract(page: Page, hints: Hints): Extraction;
  /**
   * For methods that weigh: what each leaf's score is made of, all of it, the base first, then the strongest first; the
   * weights add up to the score's log-odds. Nothing for a leaf that was not weighed. Computed only where it is asked for.
   */
  explain?(page: Page, hints: Hints, extraction: Extraction): (leaf: number) => readonly Contribution[];
}
