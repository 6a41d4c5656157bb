import { packNodes, TreeEnsemble, toUnits } from "../../model/index.ts";

/** One tree that is sure of rows whose named column is below a bound, and as sure of the contrary of all others. */
export function treeBelow(names: readonly string[], column: string, bound: number): TreeEnsemble {
  const nodes = packNodes({
    roots: [0],
    right: [2, 0, 0],
    feature: [names.indexOf(column), 0, 0],
    threshold: [bound, 0, 0],
    missingLeft: [0, 0, 0],
    units: [0, 4, -4].map(toUnits),
  });
  return new TreeEnsemble(names, nodes, 0);
}
