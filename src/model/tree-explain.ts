import type { Weighing } from "./mean-of-trees.ts";

/** What one feature of a row did to its log-odds. */
export interface Contribution {
  readonly name: string;
  /** The feature's value; NaN where it was missing. */
  readonly value: number;
  readonly logOdds: number;
}

/** The features that moved a row most, up or down, strongest first. */
export function strongestContributions(
  trees: Weighing,
  row: { readonly values: Float32Array; readonly offset: number },
  limit: number,
): readonly Contribution[] {
  const { values, offset } = row;
  const logOdds = trees.contributions(values, offset);
  return trees.names
    .map((name, column) => ({ name, value: values[offset + column]!, logOdds: logOdds[column]! }))
    .filter((contribution) => contribution.logOdds !== 0)
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds))
    .slice(0, limit);
}
