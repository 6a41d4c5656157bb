import { type LabelTree, WILDCARD } from "./label-tree.ts";

/** What becomes of children: both stay, a wildcard takes one, one of the pattern is missing, one of the page is new. */
export type StepKind = "pair" | "take" | "remove" | "insert";

/** One step of turning the children of a node of the pattern into those of a node of the page. */
export interface Step {
  readonly kind: StepKind;
  /** Of the pattern; -1 where it has none. */
  readonly from: number;
  /** Of the page; -1 where it has none. */
  readonly to: number;
}

/** The trees that are compared, and the cost of turning a subtree of the one into a subtree of the other. */
export interface Prices {
  readonly pattern: LabelTree;
  readonly page: LabelTree;
  pair(from: number, to: number): number;
}

/** The cheapest way of turning one row of children into another: its cost and, where asked for, its steps. */
export interface Alignment {
  readonly cost: number;
  steps(): Step[];
}

/** What led to a cell of the table; on equal costs the first of these wins, so that fixed parts come before wildcards. */
const MOVE = { pair: 0, take: 1, takeMore: 2, remove: 3, insert: 4 } as const;

/** Aligns a row of children of the pattern with one of the page, in order, by dynamic programming. */
export function alignChildren(
  { pattern, page, pair }: Prices,
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

/** A wildcard that must stand for something costs as much as one node where there is nothing. */
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
