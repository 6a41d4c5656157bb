import type { Document } from "../../html/index.ts";
import type { Meta } from "../landmarks.ts";
import type { Blocks, Leaves } from "../leaves.ts";
import type { MainThings } from "../main-things.ts";
import type { TitleCandidate } from "../titles.ts";

/** The views of a page that features are made of. */
export interface FeatureSource {
  readonly document: Document;
  readonly leaves: Leaves;
  readonly blocks: Blocks;
  readonly meta: Meta;
  readonly mainThings: MainThings;
  readonly titleCandidates: readonly TitleCandidate[];
}
