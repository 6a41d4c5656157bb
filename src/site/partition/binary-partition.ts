import type { LeafTree } from "./flat-segments.ts";
import { GroupingCost, type InstanceSimilarity, Spans } from "./grouping-cost.ts";

/** Units per run of the dynamic program, which takes cubic time. */
const MAX_UNITS = 40;
const WIDTH = MAX_UNITS + 1;

/** The paper's binary partition tree over the visible leaves: the first spans are the leaves, and children come before parents. */
interface BinaryPartition {
  readonly spans: Spans;
  readonly count: number;
  /** -1 for leaves. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The units of one container collected so far. */
interface OpenContainer {
  readonly depth: number;
  readonly units: number[];
}

/** How units are joined by pairs: by the least cost, or without it from left to right, to measure what it brings. */
export type CostChoice = "paper" | "none";

/** Builds the binary partition tree: first inside the flat segments, then over them. */
export function partitionLeaves(
  tree: LeafTree,
  starts: readonly number[],
  cost: CostChoice = "paper",
): BinaryPartition {
  const builder = new Builder(tree, cost);
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
  readonly #choice: CostChoice;
  readonly #parenthesizer: Parenthesizer;

  constructor(tree: LeafTree, cost: CostChoice) {
    const capacity = Math.max(0, 2 * tree.count - 1);
    this.#tree = tree;
    this.#choice = cost;
    this.#parenthesizer = new Parenthesizer(tree);
    this.spans = new Spans(tree, capacity);
    this.left = new Int32Array(capacity).fill(-1);
    this.right = new Int32Array(capacity).fill(-1);
    this.count = tree.count;
    for (let at = 0; at < tree.count; at++) this.spans.setLeaf(at, at);
  }

  /** Joins neighbouring units into one, container by container, the deepest first. */
  solve([first, ...rest]: readonly number[]): number {
    const open: OpenContainer[] = [{ depth: -1, units: [first!] }];
    for (const unit of rest) {
      const depth = this.#tree.lcaDepth[this.spans.from[unit]!]!;
      this.#close(open, depth);
      const top = open.at(-1)!;
      if (top.depth === depth) top.units.push(unit);
      else open.push({ depth, units: [top.units.pop()!, unit] });
    }
    this.#close(open, -1);
    return open[0]!.units[0]!;
  }

  /** Solves all containers deeper than the next unit, each into one unit of its parent. */
  #close(open: OpenContainer[], depth: number): void {
    while (open.at(-1)!.depth > depth) {
      const solved = this.#shrink(open.pop()!.units);
      if (open.at(-1)!.depth >= depth) open.at(-1)!.units.push(solved);
      else open.push({ depth, units: [solved] });
    }
  }

  /** More than `MAX_UNITS` siblings are solved in runs, then over the runs. */
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
    const join = (left: number, right: number): number => {
      const joined = this.count++;
      this.left[joined] = left;
      this.right[joined] = right;
      this.spans.join(joined, left, right);
      return joined;
    };
    if (this.#choice === "none") return units.reduce((left, right) => join(left, right));
    return this.#parenthesizer.run(this.spans, units, join);
  }
}

/** The dynamic program of section 2.2: the cheapest parenthesization of a few neighbouring units. Its tables are reused. */
class Parenthesizer {
  readonly #ranges: Spans;
  readonly #cost: GroupingCost;
  readonly #least = new Float64Array(WIDTH * WIDTH);
  readonly #split = new Uint8Array(WIDTH * WIDTH);
  readonly #ordered = new Uint8Array(WIDTH * WIDTH * WIDTH);
  readonly #above = new Uint8Array(WIDTH);
  readonly #shapes = new Int32Array(MAX_UNITS);
  /** The number of changes of shape up to each unit. */
  readonly #changes = new Int32Array(MAX_UNITS);

  constructor(tree: LeafTree) {
    this.#ranges = new Spans(tree, WIDTH * WIDTH);
    this.#cost = new GroupingCost(tree, this.#ranges);
  }

  /** Joins units by pairs through `join`, which returns the new unit; returns the root. */
  run(spans: Spans, units: readonly number[], join: (left: number, right: number) => number): number {
    const count = units.length;
    for (let at = 0; at < count; at++) {
      this.#ranges.copy(at * WIDTH + at + 1, spans, units[at]!);
      this.#shapes[at] = shapeOf(spans, units[at]!);
      this.#least[at * WIDTH + at + 1] = 0;
    }
    this.#countOrdered(count);
    for (let length = 2; length <= count; length++) {
      for (let from = 0; from + length <= count; from++) this.#findSplit(from, from + length);
    }
    return this.#build(units, join);
  }

  #findSplit(from: number, to: number): void {
    let best = Number.POSITIVE_INFINITY;
    let split = from + 1;
    for (let middle = from + 1; middle < to; middle++) {
      const left = from * WIDTH + middle;
      const right = middle * WIDTH + to;
      const inside = this.#least[left]! + this.#least[right]!;
      if (inside >= best) continue;
      const runs = Math.max(this.#runs(from, middle), this.#runs(middle, to));
      const ordered = this.#ordered[left * WIDTH + to]! / runs;
      const cost = inside + this.#cost.between(left, right, ordered);
      if (cost >= best) continue;
      best = cost;
      split = middle;
    }
    const range = from * WIDTH + to;
    this.#least[range] = best;
    this.#split[range] = split;
    this.#ranges.join(range, from * WIDTH + split, split * WIDTH + to);
  }

  /**
   * The longest common subsequence of every two neighbouring ranges, by start, split and end. Deviation: consecutive units of one
   * shape count once; otherwise adding an item to a long list costs more than to a short one.
   */
  #countOrdered(count: number): void {
    const shapes = this.#shapes;
    this.#changes[0] = 0;
    for (let at = 1; at < count; at++) {
      this.#changes[at] = this.#changes[at - 1]! + Number(shapes[at] !== shapes[at - 1]);
    }
    for (let from = 0; from < count; from++) {
      for (let middle = from + 1; middle < count; middle++) {
        const row = this.#ordered.subarray((from * WIDTH + middle) * WIDTH);
        row.fill(0, middle, count + 1);
        for (let left = from; left < middle; left++) {
          if (left === from || shapes[left] !== shapes[left - 1]) this.#extend(row, left, middle, count);
        }
      }
    }
  }

  /** Adds one more unit on the left to a row of common subsequences. */
  #extend(row: Uint8Array, left: number, middle: number, count: number): void {
    const shapes = this.#shapes;
    this.#above.set(row.subarray(middle, count + 1));
    for (let right = middle; right < count; right++) {
      const isRepeated = right > middle && shapes[right] === shapes[right - 1];
      if (isRepeated) row[right + 1] = row[right]!;
      else if (shapes[left] === shapes[right]) row[right + 1] = this.#above[right - middle]! + 1;
      else row[right + 1] = Math.max(row[right]!, this.#above[right + 1 - middle]!);
    }
  }

  /** How many runs of equal shapes a range has. */
  #runs(from: number, to: number): number {
    return this.#changes[to - 1]! - this.#changes[from]! + 1;
  }

  #build(units: readonly number[], join: (left: number, right: number) => number): number {
    const pending: (readonly [from: number, to: number, isReady: boolean])[] = [[0, units.length, false]];
    const built: number[] = [];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [from, to, isReady] = next;
      if (to - from === 1) built.push(units[from]!);
      else if (isReady) {
        const right = built.pop()!;
        built.push(join(built.pop()!, right));
      } else {
        const split = this.#split[from * WIDTH + to]!;
        pending.push([from, to, true], [split, to, false], [from, split, false]);
      }
    }
    return built[0]!;
  }
}

/** The order factor treats units of equal shape as similar paths. */
function shapeOf({ lowPaths, highPaths }: Spans, span: number): number {
  return Math.imul(lowPaths[span]!, 0x9e3779b1) ^ highPaths[span]!;
}

/** A node of the group tree, before promotion; `from` and `to` are visible leaves. */
export interface Draft {
  readonly kind: "leaf" | "group" | "instance" | "part";
  readonly from: number;
  readonly to: number;
  readonly children: readonly Draft[];
}

/** Higher trees are flattened, which makes recursion over the result safe. */
const MAX_HEIGHT = 40;

/** The grouping step: turns runs of similar neighbours into groups of instances and flattens the rest of the binary tree. */
export function groupPartition(
  partition: BinaryPartition,
  similarity: InstanceSimilarity,
): Draft | undefined {
  if (partition.count === 0) return undefined;
  const grouping = new Grouping(partition, similarity);
  return grouping.draft(partition.count - 1);
}

class Grouping {
  readonly #partition: BinaryPartition;
  /** The instances of each span that is a group. */
  readonly #instances: (readonly number[] | undefined)[] = [];
  /** Levels below each span. */
  readonly #height: Uint8Array;

  constructor(partition: BinaryPartition, similarity: InstanceSimilarity) {
    const { count, left, right } = partition;
    this.#partition = partition;
    this.#height = new Uint8Array(count);
    // Children come before parents, so this is post-order.
    for (let span = 0; span < count; span++) {
      if (left[span] === -1) continue;
      const sides = [left[span]!, right[span]!] as const;
      const height = Math.max(...sides.map((side) => this.#height[side]! + Number(!this.#isSpliced(side))));
      if (height < MAX_HEIGHT) this.#instances[span] = this.#joinInstances(sides, similarity);
      this.#height[span] = height + Number(this.#instances[span] !== undefined);
    }
  }

  /** Recursion is at most `MAX_HEIGHT` deep. */
  draft(span: number): Draft {
    const { spans, left } = this.#partition;
    const place = { from: spans.from[span]!, to: spans.to[span]! };
    const instances = this.#instances[span];
    if (instances !== undefined) {
      return { kind: "group", ...place, children: instances.map((instance) => this.#instance(instance)) };
    }
    if (left[span] === -1) return { kind: "leaf", ...place, children: [] };
    return { kind: "part", ...place, children: this.#children(span) };
  }

  #instance(span: number): Draft {
    const draft = this.draft(span);
    return { ...draft, kind: "instance", children: draft.kind === "part" ? draft.children : [draft] };
  }

  #children(span: number): Draft[] {
    const { left, right } = this.#partition;
    const children: Draft[] = [];
    const pending = [right[span]!, left[span]!];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#isSpliced(next)) pending.push(right[next]!, left[next]!);
      else children.push(this.draft(next));
    }
    return children;
  }

  /** Parts that are not containers of the page exist only because the tree is binary. */
  #isSpliced(span: number): boolean {
    const { spans, left } = this.#partition;
    const isPart = left[span] !== -1 && this.#instances[span] === undefined;
    return isPart && (!spans.isWhole(span) || this.#height[span]! >= MAX_HEIGHT);
  }

  /** The instances of two neighbours, groups or not; undefined if they are not similar. */
  #joinInstances(
    [left, right]: readonly [number, number],
    similarity: InstanceSimilarity,
  ): number[] | undefined {
    const before = this.#instances[left];
    const after = this.#instances[right];
    if (before !== undefined || after !== undefined) {
      const last = before?.at(-1) ?? left;
      const first = after?.[0] ?? right;
      if (similarity.areSimilar(last, first)) return [...(before ?? [left]), ...(after ?? [right])];
    }
    // Groups may be instances themselves: the lists of two sections.
    const isMixed = (before === undefined) !== (after === undefined);
    return !isMixed && similarity.areSimilar(left, right) ? [left, right] : undefined;
  }
}
