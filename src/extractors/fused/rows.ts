import type { Lexicon } from "../../model/index.ts";
import { BLOCK_FEATURES, computeBlockFeatures, type Hints, type Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { EVIDENCE_FEATURES, readEvidence, type Witness } from "./evidence.ts";
import { HIDDEN_FEATURES, hiddenShare } from "./hidden.ts";
import { NAME_FEATURES, OTHER_NAME_FEATURES, readNames } from "./names.ts";

/** The names of all columns: the contract between a model and this code. */
export const FUSED_FEATURES: readonly string[] = [
  ...BLOCK_FEATURES.map(({ name }) => name),
  ...HIDDEN_FEATURES,
  ...NAME_FEATURES,
  ...EVIDENCE_FEATURES,
  ...OTHER_NAME_FEATURES,
];

const COLUMN = {
  hidden: BLOCK_FEATURES.length,
  names: BLOCK_FEATURES.length + HIDDEN_FEATURES.length,
  evidence: BLOCK_FEATURES.length + HIDDEN_FEATURES.length + NAME_FEATURES.length,
  otherNames: FUSED_FEATURES.length - OTHER_NAME_FEATURES.length,
} as const;

/** What rows are made with besides the page. */
export interface RowParts {
  /** What class names and ids say on articles. */
  readonly lexicon: Lexicon;
  /** What they say on pages of all kinds; without it nothing is known of that. */
  readonly otherLexicon?: Lexicon | undefined;
  readonly witnesses: Readonly<Record<Witness, Extractor>>;
}

/** Rows of a page, made one at a time: a page of links has a quarter of a million blocks. */
export interface PageRows {
  /** Writes what is known of a block, in the order of `FUSED_FEATURES`; what other pages are asked besides is missing. */
  write(block: number, into: Float32Array, offset: number): void;
  /** The same rows with what other pages are asked besides. */
  ofOtherPage(): PageRows;
}

/** Everything that is known of every block of a page. */
export function fusedRows(page: Page, hints: Hints, parts: RowParts): PageRows {
  const features = computeBlockFeatures(page);
  const names = readNames(page, parts.lexicon);
  const evidence = readEvidence(page, hints, parts.witnesses);
  const articleRows: PageRows = {
    write(block, into, offset) {
      features.writeRow(block, into, offset);
      into[offset + COLUMN.hidden] = hiddenShare(page, block);
      copyRow(names, NAME_FEATURES.length, block, into, offset + COLUMN.names);
      copyRow(evidence, EVIDENCE_FEATURES.length, block, into, offset + COLUMN.evidence);
      for (let at = COLUMN.otherNames; at < FUSED_FEATURES.length; at++) into[offset + at] = Number.NaN;
    },
    ofOtherPage() {
      const { otherLexicon } = parts;
      if (otherLexicon === undefined) return articleRows;
      const otherNames = readNames(page, otherLexicon);
      const otherRows: PageRows = {
        write(block, into, offset) {
          articleRows.write(block, into, offset);
          copyRow(otherNames, NAME_FEATURES.length, block, into, offset + COLUMN.otherNames);
        },
        ofOtherPage: () => otherRows,
      };
      return otherRows;
    },
  };
  return articleRows;
}

function copyRow(from: Float32Array, width: number, row: number, into: Float32Array, offset: number): void {
  for (let column = 0; column < width; column++) into[offset + column] = from[row * width + column]!;
}
