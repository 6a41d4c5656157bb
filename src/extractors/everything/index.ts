import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";

const KEEP: Judgement = { keep: true, reason: "everything is kept" };

/** Keeps all that a reader sees: the recall end of the scale. */
export const everything: Extractor = {
  id: "everything",
  needs: [],
  extract: (page) => judgeLeaves(page, () => KEEP),
};
