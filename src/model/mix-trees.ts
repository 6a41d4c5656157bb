import type { TreeEnsemble } from "./trees.ts";

/** Whatever gives the log-odds of a row, and says what each feature added to them. */
export type Weighing = Pick<TreeEnsemble, "names" | "expected" | "scoreRow" | "contributions">;

/** Two ensembles over the same features: the weighted mean of their log-odds, with this ensemble weight for the other. */
export function mixTrees(one: Weighing, other: Weighing, otherWeight: number): Weighing {
  const mix = (own: number, others: number) => (1 - otherWeight) * own + otherWeight * others;
  return {
    names: one.names,
    expected: mix(one.expected, other.expected),
    scoreRow: (values, offset) => mix(one.scoreRow(values, offset), other.scoreRow(values, offset)),
    contributions(values, offset) {
      const others = other.contributions(values, offset);
      return one.contributions(values, offset).map((own, column) => mix(own, others[column]!));
    },
  };
}
