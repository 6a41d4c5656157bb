import type { Lexicon } from "../../model/index.ts";
import { BLOCK_FEATURES, computeBlockFeatures, type Hints, type Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { EVIDENCE_FEATURES, readEvidence, type Witness } from "./evidence.ts";
import { HIDDEN_FEATURES, hiddenShare } from "./hidden.ts";
import { NAME_FEATURES, readNames } from "./names.ts";

/** The names of all columns: the contract between a model and this code. */
export const FUSED_FEATURES: readonly string[] = [
  ...BLOCK_FEATURES.map(({ name }) => name),
  ...HIDDEN_FEATURES,
  ...NAME_FEATURES,
  ...EVIDENCE_FEATURES,
];

/** What rows are made with besides the page. */
export interface RowParts {
  readonly lexicon: Lexicon;
  readonly witnesses: Readonly<Record<Witness, Extractor>>;
}

/** Rows of a page, made one at a time: a page of links has a quarter of a million blocks. */
export interface PageRows {
  /** Writes what is known of a block, in the order of `FUSED_FEATURES`. */
  write(block: number, into: Float32Array, offset: number): void;
}

/** Everything that is known of every block of a page. */
export function fusedRows(page: Page, hints: Hints, { lexicon, witnesses }: RowParts): PageRows {
  const features = computeBlockFeatures(page);
  const names = readNames(page, lexicon);
  const evidence = readEvidence(page, hints, witnesses);
  const hiddenColumn = BLOCK_FEATURES.length;
  const nameColumn = hiddenColumn + HIDDEN_FEATURES.length;
  const evidenceColumn = nameColumn + NAME_FEATURES.length;
  return {
    write(block, into, offset) {
      features.writeRow(block, into, offset);
      into[offset + hiddenColumn] = hiddenShare(page, block);
      copyRow(names, NAME_FEATURES.length, block, into, offset + nameColumn);
      copyRow(evidence, EVIDENCE_FEATURES.length, block, into, offset + evidenceColumn);
    },
  };
}

function copyRow(from: Float32Array, width: number, row: number, into: Float32Array, offset: number): void {
  for (let column = 0; column < width; column++) into[offset + column] = from[row * width + column]!;
}
