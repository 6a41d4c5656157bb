import type { Contribution } from "../article/index.ts";
import { type Extraction, type Hints, type Page, type Reason, reasonCode, TEXT_LEAF } from "../page/index.ts";

/** What an extractor must be given to do its best. */
export type Need = "layout" | "collectedTitle" | "siteProfile";

/** A method that judges every leaf of a page. Always ready: a method that learns is a function that returns one. */
export interface Extractor {
  readonly id: string;
  /** The paper it follows, if it follows one. */
  readonly paper?: string;
  readonly needs: readonly Need[];
  /** The registrable domains that its model has seen; a fair measurement leaves them out. */
  trainedOn?(): readonly string[];
  extract(page: Page, hints: Hints): Extraction;
  /**
   * For methods that weigh: the contributions to each leaf's score, the base first, then the strongest first; the
   * weights add up to the score's log-odds. Nothing for a leaf that was not weighed. Computed only on request.
   */
  explain?(page: Page, hints: Hints, extraction: Extraction): (leaf: number) => readonly Contribution[];
  /** For methods of several steps: the scores of all leaves after each step that changed some. Computed only on request. */
  trace?(page: Page, hints: Hints): readonly TracedStep[];
}

/** A step of a method, and the scores of leaves after it. */
export interface TracedStep {
  readonly name: string;
  readonly scores: Float32Array;
}

const HIDDEN = reasonCode("hidden");
const MEDIA = reasonCode("media of the body");

/** A judgement of one leaf: a reason that keeps it or drops it. */
export interface Judgement {
  readonly keep: boolean;
  readonly reason: Reason;
}

/** An Extraction from a yes-or-no judgement of each shown leaf; hidden leaves are dropped for every method alike. */
export function judgeLeaves(page: Page, judge: (node: number) => Judgement): Extraction {
  const { count, node, kind, visible } = page.leaves;
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count);
  // Neighbouring leaves mostly have the same reason.
  let lastReason: Reason = "hidden";
  let code = HIDDEN;
  for (let leaf = 0; leaf < count; leaf++) {
    if (visible[leaf] === 0) {
      reasons[leaf] = HIDDEN;
      continue;
    }
    const { keep, reason } = judge(node[leaf]!);
    scores[leaf] = keep ? 1 : 0;
    if (reason !== lastReason) {
      lastReason = reason;
      code = reasonCode(reason);
    }
    reasons[leaf] = keep && kind[leaf] !== TEXT_LEAF ? MEDIA : code;
  }
  return { scores, reasons };
}
