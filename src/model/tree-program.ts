import { type Code, LANES, moduleOf, TYPE, wasm } from "./wasm-code.ts";

/** Columns that there is room for. */
export const MAX_COLUMNS = 512;
/** Splits on the way to a leaf; shorter ways are drawn out. */
export const PROGRAM_LEVELS = 6;
const LEAVES = 2 ** PROGRAM_LEVELS;
/** A split: the address of its column's values, and its threshold. Its children are at twice its place in the tree and the one after. */
export const SPLIT_BYTES = 8;
const VALUES_BYTES = MAX_COLUMNS * LANES * 4;

/** What the program's memory holds, by the addresses where it starts. */
export const MEMORY = {
  /** Column after column the values of four rows, as they are: missing ones go left. */
  values: 0,
  /** The same with missing ones above everything: they go right. */
  missingRight: VALUES_BYTES,
  /** The rows as they are given, one after the other; whole vectors are read, so that there is some room behind. */
  rows: VALUES_BYTES * 2,
  /** The sums of the leaves that the rows reached. */
  sums: VALUES_BYTES * 3 + 16,
  trees: VALUES_BYTES * 3 + 32,
} as const;
/** A tree: its splits, the root at place 1, then what its leaves say. */
export const TREE = { leaves: LEAVES * SPLIT_BYTES, bytes: LEAVES * (SPLIT_BYTES + 4) } as const;

/** The upper levels of trees are asked as a whole, since vectors ask four rows at once but only the same split. */
const UPPER_LEVELS = 3;

const PARAMETER = { treesEnd: 0, rowBytes: 1 } as const;
/** `address` and `sum` are the first of four; so are `row` and `half`. The splits of the upper levels are numbered from 1. */
const LOCAL = { tree: 2, address: 3, sum: 7, split: 10, second: 18, third: 19, row: 20, half: 24 } as const;
const NUMBERS = 9;
const VECTORS = 17;
const RANGE = [0, 1, 2, 3] as const;
const { get, set } = wasm;

/** A program that takes four rows down all trees. It is told where the trees end, and how many bytes a row has. */
export function treeProgram(): Uint8Array<ArrayBuffer> {
  return moduleOf(
    Object.keys(PARAMETER).length,
    [
      { count: NUMBERS, type: TYPE.i32 },
      { count: VECTORS, type: TYPE.v128 },
    ],
    [...turnRows(), ...walkTrees(), ...storeSums()],
  );
}

/** Writes the values of four rows side by side, four columns at a time. */
function turnRows(): Code {
  const at = LOCAL.address;
  const row = (lane: number) => get(LOCAL.row + lane);
  const half = (which: number) => get(LOCAL.half + which);
  const rowAddress = RANGE.map((lane) => {
    const rows = Array.from({ length: lane }, () => get(PARAMETER.rowBytes));
    return rows.reduce<Code>((sum, bytes) => wasm.add(sum, bytes), get(at));
  });
  const body = [
    ...RANGE.flatMap((lane) => set(LOCAL.row + lane, wasm.vLoad(rowAddress[lane]!, MEMORY.rows))),
    ...set(LOCAL.half, wasm.vPick(row(0), row(1), [0, 4, 1, 5])),
    ...set(LOCAL.half + 1, wasm.vPick(row(2), row(3), [0, 4, 1, 5])),
    ...set(LOCAL.half + 2, wasm.vPick(row(0), row(1), [2, 6, 3, 7])),
    ...set(LOCAL.half + 3, wasm.vPick(row(2), row(3), [2, 6, 3, 7])),
    ...storeColumn(0, wasm.vPick(half(0), half(1), [0, 1, 4, 5])),
    ...storeColumn(1, wasm.vPick(half(0), half(1), [2, 3, 6, 7])),
    ...storeColumn(2, wasm.vPick(half(2), half(3), [0, 1, 4, 5])),
    ...storeColumn(3, wasm.vPick(half(2), half(3), [2, 3, 6, 7])),
    ...set(at, wasm.add(get(at), wasm.i32(LANES * 4))),
  ];
  return [...set(at, wasm.i32(0)), ...wasm.loopWhileBelow(at, PARAMETER.rowBytes, body)];
}

/** Stores the values of a column, the first to the fourth of those that are turned at once. */
function storeColumn(column: number, values: Code): Code {
  const own = get(LOCAL.row);
  const address = wasm.shiftLeft(get(LOCAL.address), Math.log2(LANES));
  const offset = column * LANES * 4;
  // What is missing does not equal itself.
  const noneMissing = wasm.vSelect(wasm.vIsEqual(own, own), own, wasm.vFloat(Number.POSITIVE_INFINITY));
  return [
    ...set(LOCAL.row, values),
    ...wasm.vStore(address, MEMORY.values + offset, own),
    ...wasm.vStore(address, MEMORY.missingRight + offset, noneMissing),
  ];
}

/** Takes the rows down one tree after the other: first by vectors, then each row by itself, all four side by side. */
function walkTrees(): Code {
  const tree = get(LOCAL.tree);
  const lower = Array.from({ length: PROGRAM_LEVELS - UPPER_LEVELS }, () => RANGE.flatMap(stepDown)).flat();
  const body = [
    ...walkUpperLevels(),
    ...lower,
    ...RANGE.flatMap(addLeaf),
    ...set(LOCAL.tree, wasm.add(tree, wasm.i32(TREE.bytes))),
  ];
  return [
    ...set(LOCAL.tree, wasm.i32(MEMORY.trees)),
    ...wasm.loopWhileBelow(LOCAL.tree, PARAMETER.treesEnd, body),
  ];
}

/** Asks all seven splits of the three upper levels, and leaves in `address` where each row is then. */
function walkUpperLevels(): Code {
  const tree = get(LOCAL.tree);
  const goesRight = (split: number) => get(LOCAL.split + split);
  const [first, second, third] = [goesRight(1), get(LOCAL.second), get(LOCAL.third)];
  const asked = Array.from({ length: 2 ** UPPER_LEVELS - 1 }, (_, index) => {
    const offset = (index + 1) * SPLIT_BYTES;
    const values = wasm.vLoad(wasm.load(tree, offset), 0);
    return set(LOCAL.split + index + 1, wasm.vIsAtLeast(values, wasm.vLoadSame(tree, offset + 4)));
  });
  const left = wasm.vSelect(second, goesRight(5), goesRight(4));
  const right = wasm.vSelect(second, goesRight(7), goesRight(6));
  // Right is -1: 8 - 4 * first - 2 * second - third is the place in the tree, of eight bytes each.
  const leftmost = wasm.vSame(wasm.add(tree, wasm.i32(2 ** UPPER_LEVELS * SPLIT_BYTES)));
  const steps = [wasm.vShiftLeft(first, 5), wasm.vShiftLeft(second, 4), wasm.vShiftLeft(third, 3)];
  const address = get(LOCAL.row);
  return [
    ...asked.flat(),
    ...set(LOCAL.second, wasm.vSelect(first, goesRight(3), goesRight(2))),
    ...set(LOCAL.third, wasm.vSelect(first, right, left)),
    ...set(
      LOCAL.row,
      steps.reduce((from, step) => wasm.vSubtract(from, step), leftmost),
    ),
    ...RANGE.flatMap((lane) => set(LOCAL.address + lane, wasm.vLane(address, lane))),
  ];
}

/** Takes one row from a split to its left or right child. */
function stepDown(lane: number): Code {
  const split = get(LOCAL.address + lane);
  const value = wasm.loadFloat(wasm.load(split, 0), lane * 4);
  const goesRight = wasm.isAtLeast(value, wasm.loadFloat(split, 4));
  const left = wasm.subtract(wasm.shiftLeft(split, 1), get(LOCAL.tree));
  return set(LOCAL.address + lane, wasm.add(left, wasm.shiftLeft(goesRight, Math.log2(SPLIT_BYTES))));
}

/** Adds what the leaf says that a row reached: leaves have half the bytes of splits and follow on them. */
function addLeaf(lane: number): Code {
  const middle = wasm.shiftRight(wasm.add(get(LOCAL.address + lane), get(LOCAL.tree)), 1);
  const sum = LOCAL.sum + lane;
  return set(sum, wasm.add(get(sum), wasm.load(middle, TREE.leaves / 2)));
}

function storeSums(): Code {
  return RANGE.flatMap((lane) => wasm.store(wasm.i32(0), MEMORY.sums + lane * 4, get(LOCAL.sum + lane)));
}
