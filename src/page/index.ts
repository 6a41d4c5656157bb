export type { Blocks } from "./blocks.ts";
export {
  type Cut,
  type Extraction,
  type Hints,
  KEEP_SCORE,
  REASONS,
  type Reason,
  reasonCode,
} from "./extraction.ts";
export { LEAF_KINDS, type LeafKind, type Leaves } from "./leaves.ts";
export { Page } from "./page.ts";
