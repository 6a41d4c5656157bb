import { CountTable, type ModelFile, type Training } from "../../model/index.ts";
import { FEATURES } from "./features.ts";
import { type MssModel, packMssModel } from "./mss-model.ts";

/** The file of a model that has seen no feature, only more tokens inside than outside: to it, the whole page is the article. */
export function tinyModelFile(domains: readonly string[] = []): ModelFile {
  const tables = Object.fromEntries(FEATURES.map((feature) => [feature, new CountTable([])]));
  const training: Training = { command: "a test", seed: 1, sets: [], domains };
  return packMssModel({
    training,
    tags: ["p", "hr"],
    totals: { inside: 3, outside: 1 },
    tables: tables as MssModel["tables"],
  });
}
