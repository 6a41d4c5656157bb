import { type Code, LANES, moduleOf, TYPE, wasm } from "./wasm-code.ts";

/** Columns that there is room for. */
export const MAX_COLUMNS = 512;
/** Splits on the way to a leaf; shorter ways are drawn out. */
export const PROGRAM_LEVELS = 6;
const LEAVES = 2 ** PROGRAM_LEVELS;
/** A split: the address of its column's values, and its threshold. Its children are at twice its place in the tree and the one after. */
export const SPLIT_BYTES = 8;
/** Rows go down side by side, as lanes of two vectors: what is asked of each split is loaded once for all. */
export const PROGRAM_ROWS = 8;
/** The values of a column. */
export const COLUMN_BYTES = PROGRAM_ROWS * 4;
const VECTOR_BYTES = LANES * 4;
const VALUES_BYTES = MAX_COLUMNS * COLUMN_BYTES;

/** What the program's memory holds, by the addresses where it starts. */
export const MEMORY = {
  /** Column after column the values of the rows, as they are: missing ones go left. */
  values: 0,
  /** The same with missing ones above everything: they go right. */
  missingRight: VALUES_BYTES,
  /** The rows as they are given, one after the other; whole vectors are read, so that there is some room behind. */
  rows: VALUES_BYTES * 2,
  /** The sums of the leaves that the rows reached. */
  sums: VALUES_BYTES * 3 + VECTOR_BYTES,
  trees: VALUES_BYTES * 3 + VECTOR_BYTES + COLUMN_BYTES,
} as const;
/** A tree: its splits, the root at place 1, then what its leaves say. */
export const TREE = { leaves: LEAVES * SPLIT_BYTES, bytes: LEAVES * (SPLIT_BYTES + 4) } as const;

/** The upper levels of trees are asked as a whole, since vectors ask four rows at once but only the same split. */
const UPPER_LEVELS = 3;
const UPPER_SPLITS = 2 ** UPPER_LEVELS - 1;

const PARAMETER = { treesEnd: 0, rowBytes: 1 } as const;
/** Of each the first: of `address` and `sum` there is one a row, of `goesRight` one for every upper split of a vector, of `row` and `half` four. */
const LOCAL = {
  ...{ tree: 2, column: 3, address: 4, sum: 4 + PROGRAM_ROWS },
  ...{ threshold: 20, second: 21, third: 22, goesRight: 23, row: 37, half: 41 },
} as const;
const NUMBERS = 18;
const VECTORS = 25;
const RANGE = [0, 1, 2, 3] as const;
const ROWS = Array.from({ length: PROGRAM_ROWS }, (_, row) => row);
/** The first row of each vector. */
const FIRST_ROWS = ROWS.filter((row) => row % LANES === 0);
const { get, set } = wasm;

/** A program that takes some rows down all trees. It is told where the trees end, and how many bytes a row has. */
export function treeProgram(): Uint8Array<ArrayBuffer> {
  return moduleOf(
    Object.keys(PARAMETER).length,
    [
      { count: NUMBERS, type: TYPE.i32 },
      { count: VECTORS, type: TYPE.v128 },
    ],
    [FIRST_ROWS.map(turnRows), walkTrees(), ROWS.map(storeSum)],
  );
}

/** Writes the values of four rows side by side, four columns at a time. */
function turnRows(first: number): Code {
  const at = LOCAL.address;
  const row = (lane: number) => get(LOCAL.row + lane);
  const half = (which: number) => get(LOCAL.half + which);
  const rowAddress = (number: number) => {
    const rows = Array.from({ length: number }, () => get(PARAMETER.rowBytes));
    return rows.reduce<Code>((sum, bytes) => wasm.add(sum, bytes), get(at));
  };
  const body = [
    RANGE.map((lane) => set(LOCAL.row + lane, wasm.vLoad(rowAddress(first + lane), MEMORY.rows))),
    set(LOCAL.half, wasm.vPick(row(0), row(1), [0, 4, 1, 5])),
    set(LOCAL.half + 1, wasm.vPick(row(2), row(3), [0, 4, 1, 5])),
    set(LOCAL.half + 2, wasm.vPick(row(0), row(1), [2, 6, 3, 7])),
    set(LOCAL.half + 3, wasm.vPick(row(2), row(3), [2, 6, 3, 7])),
    storeColumn(0, first, wasm.vPick(half(0), half(1), [0, 1, 4, 5])),
    storeColumn(1, first, wasm.vPick(half(0), half(1), [2, 3, 6, 7])),
    storeColumn(2, first, wasm.vPick(half(2), half(3), [0, 1, 4, 5])),
    storeColumn(3, first, wasm.vPick(half(2), half(3), [2, 3, 6, 7])),
    set(at, wasm.add(get(at), wasm.i32(VECTOR_BYTES))),
  ];
  return [set(at, wasm.i32(0)), wasm.loopWhileBelow(at, PARAMETER.rowBytes, body)];
}

/** Stores the values of a column, the first to the fourth of those that are turned at once, from a row on. */
function storeColumn(column: number, firstRow: number, values: Code): Code {
  const own = get(LOCAL.row);
  const address = wasm.shiftLeft(get(LOCAL.address), Math.log2(PROGRAM_ROWS));
  const offset = column * COLUMN_BYTES + firstRow * 4;
  // What is missing does not equal itself.
  const noneMissing = wasm.vSelect(wasm.vIsEqual(own, own), own, wasm.vFloat(Number.POSITIVE_INFINITY));
  return [
    set(LOCAL.row, values),
    wasm.vStore(address, MEMORY.values + offset, own),
    wasm.vStore(address, MEMORY.missingRight + offset, noneMissing),
  ];
}

/** Takes the rows down one tree after the other: first by vectors, then each row by itself, four side by side. */
function walkTrees(): Code {
  const body = [
    askUpperSplits(),
    FIRST_ROWS.map(walkUpperLevels),
    FIRST_ROWS.map(walkLowerLevels),
    set(LOCAL.tree, wasm.add(get(LOCAL.tree), wasm.i32(TREE.bytes))),
  ];
  return [set(LOCAL.tree, wasm.i32(MEMORY.trees)), wasm.loopWhileBelow(LOCAL.tree, PARAMETER.treesEnd, body)];
}

/** The local that tells which of four rows go right at a split of the upper levels. */
function goesRight(split: number, firstRow: number): number {
  return LOCAL.goesRight + (firstRow / LANES) * UPPER_SPLITS + split - 1;
}

function askUpperSplits(): Code {
  const tree = get(LOCAL.tree);
  return Array.from({ length: UPPER_SPLITS }, (_, index) => {
    const split = index + 1;
    const ask = (row: number) => {
      const values = wasm.vLoad(get(LOCAL.column), row * 4);
      return set(goesRight(split, row), wasm.vIsAtLeast(values, get(LOCAL.threshold)));
    };
    return [
      set(LOCAL.column, wasm.load(tree, split * SPLIT_BYTES)),
      set(LOCAL.threshold, wasm.vLoadSame(tree, split * SPLIT_BYTES + 4)),
      FIRST_ROWS.map(ask),
    ];
  });
}

/** Leaves in `address` where each of four rows is below the upper levels. */
function walkUpperLevels(firstRow: number): Code {
  const at = (split: number) => get(goesRight(split, firstRow));
  const [first, second, third] = [at(1), get(LOCAL.second), get(LOCAL.third)];
  const left = wasm.vSelect(second, at(5), at(4));
  const right = wasm.vSelect(second, at(7), at(6));
  // Right is -1: 8 - 4 * first - 2 * second - third is the place in the tree, of eight bytes each.
  const leftmost = wasm.vSame(wasm.add(get(LOCAL.tree), wasm.i32(2 ** UPPER_LEVELS * SPLIT_BYTES)));
  const steps = [wasm.vShiftLeft(first, 5), wasm.vShiftLeft(second, 4), wasm.vShiftLeft(third, 3)];
  const addresses = steps.reduce((from, step) => wasm.vSubtract(from, step), leftmost);
  return [
    set(LOCAL.second, wasm.vSelect(first, at(3), at(2))),
    set(LOCAL.third, wasm.vSelect(first, right, left)),
    set(LOCAL.row, addresses),
    RANGE.map((lane) => set(LOCAL.address + firstRow + lane, wasm.vLane(get(LOCAL.row), lane))),
  ];
}

/** Takes four rows to their leaves: no step waits for that of another row. */
function walkLowerLevels(firstRow: number): Code {
  const rows = RANGE.map((lane) => firstRow + lane);
  const steps = Array.from({ length: PROGRAM_LEVELS - UPPER_LEVELS }, () => rows.map(stepDown));
  return [steps, rows.map(addLeaf)];
}

/** Takes one row from a split to its left or right child. */
function stepDown(row: number): Code {
  const split = get(LOCAL.address + row);
  const value = wasm.loadFloat(wasm.load(split, 0), row * 4);
  const isRight = wasm.isAtLeast(value, wasm.loadFloat(split, 4));
  const left = wasm.subtract(wasm.shiftLeft(split, 1), get(LOCAL.tree));
  return set(LOCAL.address + row, wasm.add(left, wasm.shiftLeft(isRight, Math.log2(SPLIT_BYTES))));
}

/** Adds what the leaf says that a row reached: leaves have half the bytes of splits and follow on them. */
function addLeaf(row: number): Code {
  const middle = wasm.shiftRight(wasm.add(get(LOCAL.address + row), get(LOCAL.tree)), 1);
  const sum = LOCAL.sum + row;
  return set(sum, wasm.add(get(sum), wasm.load(middle, TREE.leaves / 2)));
}

function storeSum(row: number): Code {
  return wasm.store(wasm.i32(0), MEMORY.sums + row * 4, get(LOCAL.sum + row));
}
