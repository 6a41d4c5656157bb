import { expect, test } from "vitest";
import { TableReader, TableWriter } from "../../model/index.ts";
import { FEATURE_UNITS } from "../../page/index.ts";
import { FOLDED_UNITS, LOWER_UNITS, WORD_UNITS } from "../../text/index.ts";
import { TOKEN_UNITS } from "../mss/tokenise.ts";
import { restoreUnits, storeUnits } from "./ready-units.ts";

const TABLES = [LOWER_UNITS, FOLDED_UNITS, WORD_UNITS, TOKEN_UNITS, FEATURE_UNITS];

test("puts the tables in place that would have been made", () => {
  const made = TABLES.map(({ table }) => table);
  const writer = new TableWriter();
  storeUnits(writer);
  const { bytes, stamp } = writer.finish();
  restoreUnits(TableReader.of(bytes, stamp)!);
  const put = TABLES.map(({ table }) => table);
  expect(put.every(({ buffer }) => buffer === bytes.buffer)).toBe(true);
  expect(put).toEqual(made);
});
