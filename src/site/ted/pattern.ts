import { type LabelTree, LabelTreeBuilder, WILDCARD, type Wildcard } from "./label-tree.ts";
import { type Step, TreeMatch } from "./tree-match.ts";

/** What a node of the pattern becomes when a page has nothing at its position. */
const AFTER_ABSENCE: Readonly<Record<Wildcard, Wildcard>> = {
  [WILDCARD.none]: WILDCARD.optional,
  [WILDCARD.single]: WILDCARD.optional,
  [WILDCARD.optional]: WILDCARD.optional,
  [WILDCARD.plus]: WILDCARD.star,
  [WILDCARD.star]: WILDCARD.star,
};

/** Generalises a pattern to match a page too: common nodes stay, wildcards replace the rest; unchanged where they share nothing. */
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
