import type { Weighing } from "./mix-trees.ts";

/** What one feature of a row did to its log-odds. */
export interface Contribution {
  readonly name: string;
  /** The feature's value; NaN where it was missing. */
  readonly value: number;
  readonly logOdds: number;
}

/** The features that moved a row, up or down, the strongest first. */
export function rankContributions(
  trees: Weighing,
  values: Float32Array,
  offset: number,
): readonly Contribution[] {
  const logOdds = trees.contributions(values, offset);
  return trees.names
    .map((name, column) => ({ name, value: values[offset + column]!, logOdds: logOdds[column]! }))
    .filter((contribution) => contribution.logOdds !== 0)
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds));
}
