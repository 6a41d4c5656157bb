import { type Extraction, KEEP_SCORE, LEAF_KINDS, type Reason, reasonCode } from "../../page/index.ts";
import type { Pruned } from "./body.ts";
import type { PageReading } from "./page-reading.ts";

/** The likeliest of some subtrees. */
export interface Choice {
  readonly node: number;
  readonly probability: number;
}

const TEXT = LEAF_KINDS.indexOf("text");

/** Every leaf's score and reason: the choice it is in, else the rule that left it out, else that another subtree was likelier. */
export function judge(
  reading: PageReading,
  pruned: readonly Pruned[],
  body: Choice | undefined,
  title: Choice | undefined,
): Pick<Extraction, "scores" | "reasons"> {
  const { count, kind } = reading.page.leaves;
  const scores = new Float32Array(count);
  const reasons = new Uint8Array(count).fill(reasonCode("less likely the body"));
  const mark = (node: number, reason: Reason) => {
    const [from, to] = reading.leavesIn(node);
    reasons.fill(reasonCode(reason), from, to);
  };
  for (const { node, rule } of pruned) mark(node, rule);
  if (body !== undefined) {
    // The likeliest subtree is the answer, however unlikely it is.
    const [from, to] = reading.leavesIn(body.node);
    scores.fill(Math.max(KEEP_SCORE, body.probability), from, to);
    mark(body.node, "likeliest body");
  }
  if (title !== undefined) mark(title.node, "likeliest title");
  for (let leaf = 0; leaf < count; leaf++) {
    if (!reading.isShown(leaf)) {
      scores[leaf] = 0;
      reasons[leaf] = reasonCode("hidden");
    } else if (scores[leaf]! > 0 && kind[leaf] !== TEXT) reasons[leaf] = reasonCode("media of the body");
  }
  return { scores, reasons };
}
