import type { TableReader, TableWriter } from "../../model/index.ts";
import { classifyByTrigram, OddsTable, trigramChances } from "./classify.ts";
import type { MssModel } from "./mss-model.ts";
import { DEFAULT_OPTIONS, type MssExtractor, makeMssOf } from "./supervised.ts";

/** Writes down, as it lies in memory, what the method with its default options reads of a model. */
export function storeMss(model: MssModel, file: TableWriter): void {
  const { trigram, coarse, classes } = trigramChances(model, DEFAULT_OPTIONS);
  file.data(model.tags);
  file.data(model.training.domains);
  for (const table of [trigram, coarse, classes]) table.store(file);
}

/** The method with what was written down. */
export function restoreMss(file: TableReader): MssExtractor {
  const tags = file.data();
  const domains = file.data();
  const chances = {
    trigram: OddsTable.restore(file),
    coarse: OddsTable.restore(file),
    classes: OddsTable.restore(file),
  };
  return makeMssOf("mss", DEFAULT_OPTIONS, {
    trainedOn: () => domains() as readonly string[],
    scoring: () => ({
      tags: tags() as readonly string[],
      classify: classifyByTrigram(chances, DEFAULT_OPTIONS),
    }),
  });
}
