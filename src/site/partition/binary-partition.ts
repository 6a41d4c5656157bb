import type { LeafTree } from "./leaf-tree.ts";
import { MAX_UNITS, Parenthesizer } from "./parenthesize.ts";
import { Spans } from "./spans.ts";

/** A binary tree over the seen leaves of a page: spans, where the first are the leaves and a joined one comes after its sides. */
export interface BinaryPartition {
  readonly spans: Spans;
  readonly count: number;
  /** -1 for leaves. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Units of one container that wait for the rest of it. */
interface OpenContainer {
  readonly depth: number;
  readonly units: number[];
}

/** Builds the binary partition: inside of the flat segments, and then over them. */
export function partitionLeaves(tree: LeafTree, starts: readonly number[]): BinaryPartition {
  const builder = new Builder(tree);
  const segments = starts.map((start, index) => {
    const end = starts[index + 1] ?? tree.count;
    return builder.solve(Array.from({ length: end - start }, (_, at) => start + at));
  });
  if (segments.length > 0) builder.solve(segments);
  return builder;
}

class Builder implements BinaryPartition {
  readonly spans: Spans;
  readonly left: Int32Array;
  readonly right: Int32Array;
  count: number;
  readonly #tree: LeafTree;
  readonly #parenthesizer: Parenthesizer;

  constructor(tree: LeafTree) {
    const capacity = Math.max(0, 2 * tree.count - 1);
    this.#tree = tree;
    this.#parenthesizer = new Parenthesizer(tree);
    this.spans = new Spans(tree, capacity);
    this.left = new Int32Array(capacity).fill(-1);
    this.right = new Int32Array(capacity).fill(-1);
    this.count = tree.count;
    for (let at = 0; at < tree.count; at++) this.spans.setLeaf(at, at);
  }

  /** Joins neighbouring units to one, container by container, the deepest first. */
  solve([first, ...rest]: readonly number[]): number {
    const open: OpenContainer[] = [{ depth: -1, units: [first!] }];
    for (const unit of rest) {
      const depth = this.#tree.meetDepth[this.spans.from[unit]!]!;
      this.#close(open, depth);
      const top = open.at(-1)!;
      if (top.depth === depth) top.units.push(unit);
      else open.push({ depth, units: [top.units.pop()!, unit] });
    }
    this.#close(open, -1);
    return open[0]!.units[0]!;
  }

  /** Solves the containers that are deeper than what comes next, each into a unit of the one around it. */
  #close(open: OpenContainer[], depth: number): void {
    while (open.at(-1)!.depth > depth) {
      const solved = this.#shrink(open.pop()!.units);
      if (open.at(-1)!.depth >= depth) open.at(-1)!.units.push(solved);
      else open.push({ depth, units: [solved] });
    }
  }

  /** Siblings that are more than the program may see are solved in runs, and then over the runs. */
  #shrink(siblings: readonly number[]): number {
    let units = siblings;
    while (units.length > MAX_UNITS) {
      const runs: number[] = [];
      for (let at = 0; at < units.length; at += MAX_UNITS) {
        runs.push(this.#run(units.slice(at, at + MAX_UNITS)));
      }
      units = runs;
    }
    return this.#run(units);
  }

  #run(units: readonly number[]): number {
    return this.#parenthesizer.run(this.spans, units, (left, right) => {
      const joined = this.count++;
      this.left[joined] = left;
      this.right[joined] = right;
      this.spans.join(joined, left, right);
      return joined;
    });
  }
}
