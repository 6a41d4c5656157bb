import type { LabelTree } from "./label-tree.ts";
import { TreeMatch } from "./tree-match.ts";

/** How a page fits a pattern. */
export interface Fit {
  /** Nodes of the pattern, wildcards aside, that the page has in their places. */
  readonly found: number;
  /** Of the pattern's nodes. */
  readonly share: number;
  /** 1 for every node of the page that is one of the pattern's. */
  readonly isFixed: Uint8Array;
}

/** Lays a pattern over a page. */
export function fitPattern(pattern: LabelTree, page: LabelTree): Fit {
  const match = new TreeMatch(pattern, page);
  const isFixed = new Uint8Array(page.size);
  const pairs: (readonly [from: number, to: number])[] = [[0, 0]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [from, to] = pair;
    if (match.areEqual(from, to)) {
      isFixed.fill(1, to, page.end[to]!);
      continue;
    }
    const steps = match.steps(from, to);
    if (steps === undefined) continue;
    isFixed[to] = 1;
    for (const step of steps) if (step.kind === "pair") pairs.push([step.from, step.to]);
  }
  const found = isFixed.reduce((sum, one) => sum + one, 0);
  return { found, share: found / Math.max(1, pattern.weight[0]!), isFixed };
}
