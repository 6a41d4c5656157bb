import { childrenOf, type LabelTree, LabelTreeBuilder, WILDCARD, type Wildcard } from "./label-tree.ts";

/**
 * The budget of child pairs compared for one match. Once it is used up, subtrees are judged by size; two nodes with more
 * pairs alone count as a replacement.
 */
const MAX_PAIRS = 400_000;
/** The bits of the second hash that fit next to the first in the 53 bits of a number. */
const RIGHT_BITS = 0x1fffff;
/** The move that led to a cell of the table; on ties the first wins, so that fixed parts come before wildcards. */
const MOVE = { pair: 0, take: 1, takeMore: 2, remove: 3, insert: 4 } as const;

/** The children of two nodes: equal ones at both ends, already paired, and those in between. */
interface ChildRows {
  readonly head: readonly Step[];
  readonly olds: readonly number[];
  readonly news: readonly number[];
  readonly tail: readonly Step[];
}

/**
 * The restricted top-down mapping of minimum cost between a pattern, or a page, and a page (RTDM): equal subtrees are found by
 * hash, children are aligned level by level, and nodes with different labels are replaced with their whole subtrees.
 */
export class TreeMatch {
  readonly #pattern: LabelTree;
  readonly #page: LabelTree;
  /** Costs by the hashes of both subtrees, so that equal ones are compared once. */
  readonly #costs = new Map<number, number>();
  readonly #editCosts: EditCosts;

  constructor(pattern: LabelTree, page: LabelTree) {
    this.#pattern = pattern;
    this.#page = page;
    this.#editCosts = { pattern, page, pair: (from, to) => this.#cost(from, to) };
    this.#measure();
  }

  /** The number of nodes removed, inserted or replaced; a replacement costs the size of the larger subtree. */
  get cost(): number {
    return this.#cost(0, 0);
  }

  /** Whether two subtrees are equal. */
  areEqual(from: number, to: number): boolean {
    return this.#pattern.hash[from] === this.#page.hash[to];
  }

  /** The edit steps between the children of two nodes; undefined if one subtree replaces the other. */
  steps(from: number, to: number): readonly Step[] | undefined {
    if (!this.#isOpen(from, to)) return undefined;
    const { head, olds, news, tail } = this.#childRows(from, to);
    if (olds.length * news.length > MAX_PAIRS) return undefined;
    const { cost, steps } = alignChildren(this.#editCosts, olds, news);
    return cost > this.#replacementCost(from, to) ? undefined : [...head, ...steps(), ...tail];
  }

  /** Compares subtrees bottom-up with an explicit stack, since pages may be nested very deep. */
  #measure(): void {
    const stack: [from: number, to: number, isReady: boolean][] = [[0, 0, false]];
    let compared = 0;
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const [from, to, isReady] = top;
      const key = this.#key(from, to);
      if (!isReady && (compared > MAX_PAIRS || this.#costs.has(key))) continue;
      const { olds, news } = this.#childRows(from, to);
      const size = olds.length * news.length;
      if (size > MAX_PAIRS) {
        this.#costs.set(key, this.#replacementCost(from, to));
      } else if (isReady) {
        const { cost } = alignChildren(this.#editCosts, olds, news);
        this.#costs.set(key, Math.min(cost, this.#replacementCost(from, to)));
      } else {
        compared += size;
        stack.push([from, to, true]);
        for (const old of olds) {
          for (const fresh of news) if (this.#isOpen(old, fresh)) stack.push([old, fresh, false]);
        }
      }
    }
  }

  #cost(from: number, to: number): number {
    if (this.areEqual(from, to)) return 0;
    const replacement = this.#replacementCost(from, to);
    if (!this.#isOpen(from, to)) return replacement;
    // Beyond the budget, half of the smaller subtree is assumed to match.
    const smaller = Math.min(this.#pattern.weight[from]!, this.#page.weight[to]!);
    return this.#costs.get(this.#key(from, to)) ?? replacement - (smaller >> 1);
  }

  #replacementCost(from: number, to: number): number {
    return Math.max(this.#pattern.weight[from]!, this.#page.weight[to]!);
  }

  #isOpen(from: number, to: number): boolean {
    return this.#pattern.label[from] === this.#page.label[to] && !this.areEqual(from, to);
  }

  #childRows(from: number, to: number): ChildRows {
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

/** One edit step between the children of a pattern node and those of a page node. */
export interface Step {
  /** Both children are kept, a wildcard matches one, one of the pattern is missing, one of the page is new. */
  readonly kind: "pair" | "take" | "remove" | "insert";
  /** The node of the pattern; -1 if it has none. */
  readonly from: number;
  /** The node of the page; -1 if it has none. */
  readonly to: number;
}

/** The trees to compare, and the edit cost between two subtrees. */
interface EditCosts {
  readonly pattern: LabelTree;
  readonly page: LabelTree;
  pair(from: number, to: number): number;
}

/** The cost of the cheapest alignment and, on request, its steps. */
interface Alignment {
  readonly cost: number;
  steps(): Step[];
}

/** Aligns the children of a pattern node with those of a page node by dynamic programming. */
function alignChildren(
  { pattern, page, pair }: EditCosts,
  from: readonly number[],
  to: readonly number[],
): Alignment {
  const width = to.length + 1;
  const moves = new Uint8Array((from.length + 1) * width);
  let above = new Float64Array(width);
  let row = new Float64Array(width);
  for (let column = 1; column < width; column++) {
    moves[column] = MOVE.insert;
    above[column] = above[column - 1]! + page.weight[to[column - 1]!]!;
  }
  for (let at = 1; at <= from.length; at++) {
    const node = from[at - 1]!;
    const wildcard = pattern.wildcard[node]!;
    const missing = costOfMissing(pattern, node);
    const takesMore = wildcard === WILDCARD.plus || wildcard === WILDCARD.star;
    row[0] = above[0]! + missing;
    moves[at * width] = MOVE.remove;
    for (let column = 1; column < width; column++) {
      const other = to[column - 1]!;
      const isWild = wildcard !== WILDCARD.none;
      let move: number = isWild ? MOVE.take : MOVE.pair;
      let least = above[column - 1]! + (isWild ? 0 : pair(node, other));
      const more = takesMore ? row[column - 1]! : Number.POSITIVE_INFINITY;
      if (more < least) [least, move] = [more, MOVE.takeMore];
      const without = above[column]! + missing;
      if (without < least) [least, move] = [without, MOVE.remove];
      const grown = row[column - 1]! + page.weight[other]!;
      if (grown < least) [least, move] = [grown, MOVE.insert];
      row[column] = least;
      moves[at * width + column] = move;
    }
    [above, row] = [row, above];
  }
  return { cost: above[width - 1]!, steps: () => trace(moves, from, to) };
}

/** A wildcard that must match something costs one node if there is nothing. */
function costOfMissing({ wildcard, weight }: LabelTree, node: number): number {
  const kind = wildcard[node];
  return weight[node]! + Number(kind === WILDCARD.single || kind === WILDCARD.plus);
}

function trace(moves: Uint8Array, from: readonly number[], to: readonly number[]): Step[] {
  const width = to.length + 1;
  const steps: Step[] = [];
  let [at, column] = [from.length, to.length];
  while (at > 0 || column > 0) {
    const move = moves[at * width + column];
    const node = from[at - 1] ?? -1;
    const other = to[column - 1] ?? -1;
    if (move === MOVE.remove) steps.push({ kind: "remove", from: node, to: -1 });
    else if (move === MOVE.insert) steps.push({ kind: "insert", from: -1, to: other });
    else steps.push({ kind: move === MOVE.pair ? "pair" : "take", from: node, to: other });
    if (move === MOVE.pair || move === MOVE.take || move === MOVE.remove) at--;
    if (move !== MOVE.remove) column--;
  }
  return steps.reverse();
}

/** What a node of the pattern becomes when a page has nothing at its position. */
const AFTER_ABSENCE: Readonly<Record<Wildcard, Wildcard>> = {
  [WILDCARD.none]: WILDCARD.optional,
  [WILDCARD.single]: WILDCARD.optional,
  [WILDCARD.optional]: WILDCARD.optional,
  [WILDCARD.plus]: WILDCARD.star,
  [WILDCARD.star]: WILDCARD.star,
};

/** Generalises a pattern to match a page too: common nodes stay, wildcards replace the rest; unchanged if they share nothing. */
export function generalise(pattern: LabelTree, page: LabelTree): LabelTree {
  const match = new TreeMatch(pattern, page);
  if (!match.areEqual(0, 0) && match.steps(0, 0) === undefined) return pattern;
  return new Generaliser(pattern, match).run();
}

/** Rebuilds a pattern with an explicit task stack, since pages may be nested very deep. */
class Generaliser {
  readonly #pattern: LabelTree;
  readonly #match: TreeMatch;
  readonly #builder = new LabelTreeBuilder();
  /** A stack: the last task is next. */
  readonly #tasks: (() => void)[] = [];

  constructor(pattern: LabelTree, match: TreeMatch) {
    this.#pattern = pattern;
    this.#match = match;
  }

  run(): LabelTree {
    this.#merge(0, 0);
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) task();
    return this.#builder.take();
  }

  #merge(from: number, to: number): void {
    if (this.#match.areEqual(from, to)) {
      this.#copy(from);
      return;
    }
    const steps = this.#match.steps(from, to);
    if (steps === undefined) {
      this.#builder.addWildcard(WILDCARD.single);
      return;
    }
    this.#builder.open(this.#pattern.label[from]!);
    this.#tasks.push(() => this.#builder.close());
    for (const step of steps.toReversed()) this.#tasks.push(() => this.#write(step));
  }

  #write({ kind, from, to }: Step): void {
    const wildcard = this.#pattern.wildcard[from] ?? WILDCARD.none;
    if (kind === "pair") this.#merge(from, to);
    else if (kind === "take") this.#builder.addWildcard(wildcard);
    else this.#builder.addWildcard(AFTER_ABSENCE[wildcard]);
  }

  #copy(from: number): void {
    const { label, end, wildcard } = this.#pattern;
    const open: number[] = [];
    for (let node = from; node < end[from]!; node++) {
      for (; open.length > 0 && open.at(-1)! <= node; open.pop()) this.#builder.close();
      const kind = wildcard[node]!;
      if (kind !== WILDCARD.none) this.#builder.addWildcard(kind);
      else {
        this.#builder.open(label[node]!);
        open.push(end[node]!);
      }
    }
    for (const _ of open) this.#builder.close();
  }
}

/** How well a page fits a pattern. */
export interface Fit {
  /** The number of pattern nodes, without wildcards, that the page has. */
  readonly found: number;
  /** `found` as a share of the pattern's nodes. */
  readonly share: number;
  /** 1 for every page node that is in the pattern. */
  readonly isFixed: Uint8Array;
}

/** Matches a page against a pattern. */
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
