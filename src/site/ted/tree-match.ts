import { alignChildren, type Prices, type Step } from "./align.ts";
import { childrenOf, type LabelTree } from "./label-tree.ts";

/**
 * Pairs of children that are looked at for one match. Subtrees that are met when they are used up are
 * judged by their size; of two nodes with more by themselves one replaces the other.
 */
const MAX_PAIRS = 400_000;
/** What fits beside a whole hash into the 53 bits of a number. */
const RIGHT_BITS = 0x1fffff;

/** The children of two nodes: equal ones at both ends, which pair up, and those in between. */
interface Families {
  readonly head: readonly Step[];
  readonly olds: readonly number[];
  readonly news: readonly number[];
  readonly tail: readonly Step[];
}

/**
 * The restricted top-down mapping of least cost between a pattern, or a page, and a page: equal subtrees are found by their
 * hashes, children are aligned level by level, and nodes of different labels replace each other with all that is below them.
 */
export class TreeMatch {
  readonly #pattern: LabelTree;
  readonly #page: LabelTree;
  /** By the hashes of both subtrees, so that equal ones are compared once. */
  readonly #costs = new Map<number, number>();
  readonly #prices: Prices;

  constructor(pattern: LabelTree, page: LabelTree) {
    this.#pattern = pattern;
    this.#page = page;
    this.#prices = { pattern, page, pair: (from, to) => this.#cost(from, to) };
    this.#measure();
  }

  /** How many nodes are removed, inserted or replaced; of subtrees that replace each other the larger one counts. */
  get cost(): number {
    return this.#cost(0, 0);
  }

  /** Whether two subtrees are equal. */
  areEqual(from: number, to: number): boolean {
    return this.#pattern.hash[from] === this.#page.hash[to];
  }

  /** The steps between the children of two nodes; undefined where one node replaces the other as a whole. */
  steps(from: number, to: number): readonly Step[] | undefined {
    if (!this.#isOpen(from, to)) return undefined;
    const { head, olds, news, tail } = this.#families(from, to);
    if (olds.length * news.length > MAX_PAIRS) return undefined;
    const { cost, steps } = alignChildren(this.#prices, olds, news);
    return cost > this.#replacing(from, to) ? undefined : [...head, ...steps(), ...tail];
  }

  /** Compares subtrees before those that hold them, on a stack of its own, as pages may be nested very deep. */
  #measure(): void {
    const stack: [from: number, to: number, isReady: boolean][] = [[0, 0, false]];
    let looked = 0;
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const [from, to, isReady] = top;
      const key = this.#key(from, to);
      if (!isReady && (looked > MAX_PAIRS || this.#costs.has(key))) continue;
      const { olds, news } = this.#families(from, to);
      const size = olds.length * news.length;
      if (size > MAX_PAIRS) {
        this.#costs.set(key, this.#replacing(from, to));
      } else if (isReady) {
        const { cost } = alignChildren(this.#prices, olds, news);
        this.#costs.set(key, Math.min(cost, this.#replacing(from, to)));
      } else {
        looked += size;
        stack.push([from, to, true]);
        for (const old of olds) {
          for (const fresh of news) if (this.#isOpen(old, fresh)) stack.push([old, fresh, false]);
        }
      }
    }
  }

  #cost(from: number, to: number): number {
    if (this.areEqual(from, to)) return 0;
    const replacing = this.#replacing(from, to);
    if (!this.#isOpen(from, to)) return replacing;
    // Half of the smaller subtree is taken to be in the larger one where nobody has looked.
    const smaller = Math.min(this.#pattern.weight[from]!, this.#page.weight[to]!);
    return this.#costs.get(this.#key(from, to)) ?? replacing - (smaller >> 1);
  }

  #replacing(from: number, to: number): number {
    return Math.max(this.#pattern.weight[from]!, this.#page.weight[to]!);
  }

  #isOpen(from: number, to: number): boolean {
    return this.#pattern.label[from] === this.#page.label[to] && !this.areEqual(from, to);
  }

  #families(from: number, to: number): Families {
    const olds = childrenOf(this.#pattern, from);
    const news = childrenOf(this.#page, to);
    const most = Math.min(olds.length, news.length);
    let first = 0;
    while (first < most && this.areEqual(olds[first]!, news[first]!)) first++;
    let last = 0;
    while (last < most - first && this.areEqual(olds.at(-1 - last)!, news.at(-1 - last)!)) last++;
    const pairs = olds.map((old, at): Step => {
      return { kind: "pair", from: old, to: news[at < first ? at : at - olds.length + news.length]! };
    });
    return {
      head: pairs.slice(0, first),
      olds: olds.slice(first, olds.length - last),
      news: news.slice(first, news.length - last),
      tail: pairs.slice(olds.length - last),
    };
  }

  #key(from: number, to: number): number {
    const [left, right] = [this.#pattern.hash[from]!, this.#page.hash[to]!];
    return (left >>> 0) * (RIGHT_BITS + 1) + (right & RIGHT_BITS);
  }
}
