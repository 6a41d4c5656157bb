import type { Lexicon } from "../../model/index.ts";
import {
  BLOCK_FEATURES,
  computeBlockFeatures,
  type Hints,
  type Page,
  type RowBatch,
} from "../../page/index.ts";
import { type BaseLearners, EVIDENCE_FEATURES, readEvidence } from "./base-learners.ts";
import { HIDDEN_FEATURES, putHiddenShare } from "./hidden.ts";
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
  /** Their answers are features. */
  readonly baseLearners: BaseLearners;
}

/** Rows of a page, made a few at a time: a page of links has a quarter of a million blocks. */
export interface PageRows {
  /** Writes what is known of some blocks, in the order of `FUSED_FEATURES`; what other pages are asked besides is missing. */
  writeAll(rows: RowBatch): void;
  /** The same of one block, from an offset on. */
  write(block: number, into: Float32Array, offset: number): void;
  /** The same rows with what other pages are asked besides. */
  ofOtherPage(): PageRows;
  /** Leaves the memory of all that is known to the next page: no row may be written any more, nor one of the other page. */
  giveBack(): void;
}

/** Everything that is known of every block of a page. */
export function fusedRows(page: Page, hints: Hints, parts: RowParts): PageRows {
  const features = computeBlockFeatures(page);
  const names = readNames(page, parts.lexicon);
  const evidence = readEvidence(page, hints, parts.baseLearners);
  const writeAll = (rows: RowBatch) => {
    features.writeRows(rows);
    putHiddenShare(page, rows, COLUMN.hidden);
    copyColumns(names, NAME_FEATURES.length, rows, COLUMN.names);
    copyColumns(evidence, EVIDENCE_FEATURES.length, rows, COLUMN.evidence);
  };
  const { giveBack } = features;
  return {
    ...rowsOf(giveBack, (rows) => {
      writeAll(rows);
      skipColumns(rows, COLUMN.otherNames);
    }),
    ofOtherPage() {
      const { otherLexicon } = parts;
      if (otherLexicon === undefined) return this;
      const otherNames = readNames(page, otherLexicon);
      return rowsOf(giveBack, (rows) => {
        writeAll(rows);
        copyColumns(otherNames, OTHER_NAME_FEATURES.length, rows, COLUMN.otherNames);
      });
    },
  };
}

function rowsOf(giveBack: PageRows["giveBack"], writeAll: PageRows["writeAll"]): PageRows {
  return {
    giveBack,
    writeAll,
    write(block, into, offset) {
      const width = FUSED_FEATURES.length;
      const values = into.subarray(offset, offset + width);
      writeAll({ count: 1, blocks: Int32Array.of(block), values, width });
    },
    ofOtherPage() {
      return this;
    },
  };
}

/** Copies columns that are known of every block, `own` of them, to their place in rows. */
function copyColumns(from: Float32Array, own: number, rows: RowBatch, first: number): void {
  const { count, blocks, values, width } = rows;
  for (let row = 0; row < count; row++) {
    const at = row * width + first;
    const known = blocks[row]! * own;
    for (let column = 0; column < own; column++) values[at + column] = from[known + column]!;
  }
}

/** Says of the last columns that nothing is known. */
function skipColumns({ count, values, width }: RowBatch, first: number): void {
  for (let row = 0; row < count; row++) values.fill(Number.NaN, row * width + first, (row + 1) * width);
}
