import type { TableReader, TableWriter } from "../../model/index.ts";
import { FEATURE_UNITS } from "../../page/index.ts";
import { FOLDED_UNITS, LOWER_UNITS, WORD_UNITS } from "../../text/index.ts";
import { TOKEN_UNITS } from "../mss/tokenise.ts";

/** Writes down the tables of UTF-16 units that the learned extractor asks for. */
export function storeUnits(file: TableWriter): void {
  for (const late of [LOWER_UNITS, FOLDED_UNITS, WORD_UNITS, TOKEN_UNITS, FEATURE_UNITS]) {
    file.numbers(late.table);
  }
}

/** Puts those in place that were written down. */
export function restoreUnits(file: TableReader): void {
  LOWER_UNITS.put(file.numbers(Uint16Array));
  FOLDED_UNITS.put(file.numbers(Uint16Array));
  WORD_UNITS.put(file.numbers(Uint8Array));
  TOKEN_UNITS.put(file.numbers(Uint32Array));
  FEATURE_UNITS.put(file.numbers(Uint32Array));
}
