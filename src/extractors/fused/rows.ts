import type { Lexicon } from "../../model/index.ts";
import { BLOCK_FEATURES, type Hints, type Page } from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import { EVIDENCE_FEATURES, readEvidence, type Witness } from "./evidence.ts";
import { NAME_FEATURES, readNames } from "./names.ts";

/** The names of all columns: the contract between a model and this code. */
export const FUSED_FEATURES: readonly string[] = [
  ...BLOCK_FEATURES.map(({ name }) => name),
  ...NAME_FEATURES,
  ...EVIDENCE_FEATURES,
];

/** What rows are made with besides the page. */
export interface RowParts {
  readonly lexicon: Lexicon;
  readonly witnesses: Readonly<Record<Witness, Extractor>>;
}

/** Everything that is known of every block of a page: a row for each, with the columns of `FUSED_FEATURES`. */
export function fusedRows(page: Page, hints: Hints, { lexicon, witnesses }: RowParts): Float32Array {
  const parts = [
    { values: page.features.values, width: BLOCK_FEATURES.length },
    { values: readNames(page, lexicon), width: NAME_FEATURES.length },
    { values: readEvidence(page, hints, witnesses), width: EVIDENCE_FEATURES.length },
  ];
  const width = FUSED_FEATURES.length;
  const rows = new Float32Array(page.blocks.count * width);
  for (let block = 0; block < page.blocks.count; block++) {
    let column = block * width;
    for (const part of parts) {
      rows.set(part.values.subarray(block * part.width, (block + 1) * part.width), column);
      column += part.width;
    }
  }
  return rows;
}
