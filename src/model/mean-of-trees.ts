import type { TreeEnsemble } from "./trees.ts";

/** Whatever gives the log-odds of a row, and says what each feature added to them. */
export type Weighing = Pick<TreeEnsemble, "names" | "expected" | "scoreRow" | "contributions">;

/** Two ensembles over the same features that have an equal say: the mean of their log-odds. */
export function meanOfTrees(one: Weighing, other: Weighing): Weighing {
  return {
    names: one.names,
    expected: (one.expected + other.expected) / 2,
    scoreRow: (values, offset) => (one.scoreRow(values, offset) + other.scoreRow(values, offset)) / 2,
    contributions(values, offset) {
      const added = other.contributions(values, offset);
      return one.contributions(values, offset).map((own, column) => (own + added[column]!) / 2);
    },
  };
}
