import type { BinaryPartition } from "./binary-partition.ts";
import type { InstanceSimilarity } from "./grouping-cost.ts";

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

  /** The instances of two neighbours, groups or not; undefined where they are not similar. */
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
