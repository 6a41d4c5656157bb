import { type Extraction, type Page, type Reason, reasonCode, TEXT_LEAF } from "../page/index.ts";

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
