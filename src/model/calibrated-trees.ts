import { toProbability } from "./log-odds.ts";
import { badModel, isNumber, isRecord } from "./model-file.ts";
import type { TableReader, TableWriter } from "./table-file.ts";
import { TreeEnsemble } from "./trees.ts";

/** Trees whose log-odds are straightened to fit how often they are right: slope times log-odds plus offset. */
export interface CalibratedTrees {
  readonly trees: TreeEnsemble;
  readonly slope: number;
  readonly offset: number;
}

/** Calibrated trees as a model's file holds them. */
export interface PackedTrees {
  readonly trees: string;
  readonly slope: number;
  readonly offset: number;
}

/** The calibrated probability of a row. */
export function chanceOf({ trees, slope, offset }: CalibratedTrees, row: Float32Array): number {
  return toProbability(slope * trees.scoreRow(row, 0) + offset);
}

/** Calibrated trees as a file holds them. */
export function packTrees({ trees, slope, offset }: CalibratedTrees): PackedTrees {
  return { trees: trees.encode(), slope, offset };
}

/** The calibrated trees that a file holds, over the named columns; throws BAD_MODEL where they are damaged. */
export function readTrees(value: unknown, names: readonly string[]): CalibratedTrees {
  const { trees, slope, offset } = isRecord(value) ? value : {};
  const decoded = typeof trees === "string" ? TreeEnsemble.decode(trees, names) : undefined;
  if (decoded === undefined || !isNumber(slope) || !isNumber(offset))
    throw badModel("the trees of its verdict are damaged");
  return { trees: decoded, slope, offset };
}

/** Writes calibrated trees down as they lie in memory. */
export function storeTrees({ trees, slope, offset }: CalibratedTrees, file: TableWriter): void {
  file.numbers(Float64Array.of(slope, offset));
  trees.store(file);
}

/** The calibrated trees that were written down, over the named columns. */
export function restoreTrees(file: TableReader, names: readonly string[]): CalibratedTrees {
  const [slope = 1, offset = 0] = file.numbers(Float64Array);
  return { trees: TreeEnsemble.restore(file, names), slope, offset };
}
