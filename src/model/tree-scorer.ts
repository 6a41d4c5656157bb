import {
  type Code,
  IS_LITTLE_ENDIAN,
  LANES,
  moduleOf,
  PAGE_BYTES,
  TYPE,
  VECTOR_BYTES,
  wasm,
} from "./wasm-code.ts";

/** The nodes of all trees, each tree in preorder: the left child of a split is the node after it. */
export interface TreeNodes {
  /** The first node of each tree. */
  readonly roots: Int32Array;
  /** The right child; 0 for a leaf, as node 0 is a root. */
  readonly right: Int32Array;
  /** The column that a split compares. */
  readonly feature: Uint16Array;
  /** Values below go left. */
  readonly threshold: Float32Array;
  /** 1 where a missing value (NaN) goes left. */
  readonly missingLeft: Uint8Array;
  /** The value of the node in units; for a split, the value that it would have as a leaf. */
  readonly units: Int32Array;
}

/** The child of a split that a row goes to. */
export function childOf(nodes: TreeNodes, node: number, values: Float32Array, offset: number): number {
  const value = values[offset + nodes.feature[node]!]!;
  const bound = nodes.threshold[node]!;
  if (value < bound) return node + 1;
  return value >= bound || nodes.missingLeft[node] === 0 ? nodes.right[node]! : node + 1;
}

/** The sum of the leaves that a row reaches, in units: the plain walk from node to node, which the scorer is tested against. */
export function sumLeaves(nodes: TreeNodes, values: Float32Array, offset: number): number {
  const { roots, right, units } = nodes;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree]!;
    while (right[node] !== 0) node = childOf(nodes, node, values, offset);
    sum += units[node]!;
  }
  return sum;
}

/** The widest row. */
export const MAX_COLUMNS = 512;
/** Splits on the way to a leaf; shorter paths are padded. */
export const PROGRAM_LEVELS = 6;
const LEAVES = 2 ** PROGRAM_LEVELS;
/** A split: the address of its column's values, and its threshold. Its children are at twice its place in the tree and the one after. */
const SPLIT_BYTES = 8;
/** Rows go down side by side, as lanes of two vectors: each split is loaded once for all. */
const PROGRAM_ROWS = 8;
const COLUMN_BYTES = PROGRAM_ROWS * 4;
const VALUES_BYTES = MAX_COLUMNS * COLUMN_BYTES;

/** What the program's memory holds, by the addresses where it starts. */
const MEMORY = {
  /** Column after column the values of the rows, as they are: missing ones go left. */
  values: 0,
  /** The same with missing ones above everything: they go right. */
  missingRight: VALUES_BYTES,
  /** The rows as given, one after the other; whole vectors are read, so that a few bytes of padding follow. */
  rows: VALUES_BYTES * 2,
  /** The sums of the leaves that the rows reached. */
  sums: VALUES_BYTES * 3 + VECTOR_BYTES,
  trees: VALUES_BYTES * 3 + VECTOR_BYTES + COLUMN_BYTES,
} as const;
/** A tree: its splits, the root at place 1, then the values of its leaves. */
const TREE = { leaves: LEAVES * SPLIT_BYTES, bytes: LEAVES * (SPLIT_BYTES + 4) } as const;

/** All splits of the upper levels are compared: a vector compares four rows at once, but only at the same split. */
const UPPER_LEVELS = 3;
const UPPER_SPLITS = 2 ** UPPER_LEVELS - 1;

const PARAMETER = { treesEnd: 0, rowBytes: 1 } as const;
/** The first of each: one `address` and one `sum` a row, one `goesRight` for every upper split of a vector, four `row` and four `half`. */
const LOCAL = {
  tree: 2,
  column: 3,
  address: 4,
  sum: 4 + PROGRAM_ROWS,
  threshold: 20,
  second: 21,
  third: 22,
  goesRight: 23,
  row: 37,
  half: 41,
} as const;
const NUMBERS = 18;
const VECTORS = 25;
const RANGE = [0, 1, 2, 3] as const;
const ROWS = Array.from({ length: PROGRAM_ROWS }, (_, row) => row);
const FIRST_ROWS = ROWS.filter((row) => row % LANES === 0);
const { get, set } = wasm;

/** A hostile file can have one deep tree among a million leaves, each of which would take the memory of a full tree. */
const MAX_TREES = 2 ** 14;
/** The program adds in 32 bits. */
const LARGEST_SUM = 0x7fffffff;

interface StartedProgram {
  readonly memory: ArrayBuffer;
  readonly run: (treesEnd: number, rowBytes: number) => void;
}

/**
 * Scores many rows with a WebAssembly program that takes eight rows down the trees at a time. It is the only fast path beside
 * the walk from node to node, which is the reference: 0.24 instead of 1.55 ms a page, a quarter of what `fused` takes.
 */
export class TreeScorer {
  readonly #nodes: TreeNodes;
  readonly #width: number;
  readonly #run: StartedProgram["run"];
  readonly #floats: Float32Array;
  readonly #numbers: Int32Array;

  private constructor(nodes: TreeNodes, width: number, { memory, run }: StartedProgram) {
    this.#nodes = nodes;
    this.#width = width;
    this.#run = run;
    this.#floats = new Float32Array(memory);
    this.#numbers = new Int32Array(memory);
    nodes.roots.forEach((root, tree) => {
      this.#layOut(root, 1, (MEMORY.trees + tree * TREE.bytes) / 4);
    });
  }

  /** The scorer of some trees; undefined where the trees are too deep, too wide or too many, or the platform has no such programs. */
  static of(nodes: TreeNodes, width: number): TreeScorer | undefined {
    if (!IS_LITTLE_ENDIAN || !isSmall(nodes, width)) return undefined;
    const program = tryStart(MEMORY.trees + nodes.roots.length * TREE.bytes);
    return program && new TreeScorer(nodes, width, program);
  }

  /** The sums of the leaves that the first `count` rows reach, in units. */
  sumRows(rows: Float32Array, count: number, into: Float64Array): void {
    const width = this.#width;
    const treesEnd = MEMORY.trees + this.#nodes.roots.length * TREE.bytes;
    for (let first = 0; first < count; first += PROGRAM_ROWS) {
      const last = Math.min(count, first + PROGRAM_ROWS);
      this.#floats.set(rows.subarray(first * width, last * width), MEMORY.rows / 4);
      this.#run(treesEnd, width * 4);
      for (let row = first; row < last; row++) into[row] = this.#numbers[MEMORY.sums / 4 + row - first]!;
    }
  }

  /** Lays out the subtree of a node at a place of the padded tree, at an index of four bytes each. */
  #layOut(node: number, place: number, tree: number): void {
    const { right, feature, threshold, missingLeft, units } = this.#nodes;
    const split = tree + (place * SPLIT_BYTES) / 4;
    if (place >> PROGRAM_LEVELS > 0) {
      this.#numbers[tree + TREE.leaves / 4 + place - (1 << PROGRAM_LEVELS)] = units[node]!;
    } else if (right[node] === 0) {
      // A leaf above the last level is padded: no value is at least NaN, so that all rows go left.
      this.#floats[split + 1] = Number.NaN;
      this.#layOut(node, place * 2, tree);
    } else {
      const values = missingLeft[node] === 1 ? MEMORY.values : MEMORY.missingRight;
      this.#numbers[split] = values + feature[node]! * COLUMN_BYTES;
      this.#floats[split + 1] = threshold[node]!;
      this.#layOut(node + 1, place * 2, tree);
      this.#layOut(right[node]!, place * 2 + 1, tree);
    }
  }
}

function isSmall(nodes: TreeNodes, width: number): boolean {
  const trees = nodes.roots.length;
  if (trees === 0 || trees > MAX_TREES || width > MAX_COLUMNS) return false;
  const largest = nodes.units.reduce((most, own) => Math.max(most, Math.abs(own)), 0);
  return largest * trees <= LARGEST_SUM && depthOf(nodes) <= PROGRAM_LEVELS;
}

/** The depth of the deepest leaf. */
function depthOf({ right }: TreeNodes): number {
  const depth = new Uint16Array(right.length);
  let most = 0;
  for (let node = 0; node < right.length; node++) {
    if (right[node] === 0) continue;
    depth[node + 1] = depth[node]! + 1;
    depth[right[node]!] = depth[node]! + 1;
    most = Math.max(most, depth[node]! + 1);
  }
  return most;
}

let compiled: WebAssembly.Module | undefined;
/** One refusal is enough: a policy reports every try, and an engine searches long for address space before it gives up. */
let isRefused = false;

/**
 * The program with this much memory; undefined where it cannot run. Old engines have no vectors or no WebAssembly at all, and a
 * page's security policy can forbid it. An engine also reserves gigabytes of address space for any memory, which fails in a
 * process with a limit on it.
 */
function tryStart(bytes: number): StartedProgram | undefined {
  if (isRefused) return undefined;
  try {
    compiled ??= new WebAssembly.Module(treeProgram());
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { run } = new WebAssembly.Instance(compiled, { own: { memory } }).exports;
    return { memory: memory.buffer, run: run as StartedProgram["run"] };
  } catch {
    isRefused = true;
    return undefined;
  }
}

/** A program that takes some rows down all trees. Its arguments are where the trees end, and how many bytes a row has. */
function treeProgram(): Uint8Array<ArrayBuffer> {
  return moduleOf(
    Object.keys(PARAMETER).length,
    [
      { count: NUMBERS, type: TYPE.i32 },
      { count: VECTORS, type: TYPE.v128 },
    ],
    [FIRST_ROWS.map(transposeRows), walkTrees(), ROWS.map(storeSum)],
  );
}

/** Writes the values of four rows side by side, four columns at a time. */
function transposeRows(first: number): Code {
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

/** Stores the values of a column, for the first to the fourth of the transposed rows, from a row on. */
function storeColumn(column: number, firstRow: number, values: Code): Code {
  const own = get(LOCAL.row);
  const address = wasm.shiftLeft(get(LOCAL.address), Math.log2(PROGRAM_ROWS));
  const offset = column * COLUMN_BYTES + firstRow * 4;
  // A missing value does not equal itself.
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
    compareUpperSplits(),
    FIRST_ROWS.map(walkUpperLevels),
    FIRST_ROWS.map(walkLowerLevels),
    set(LOCAL.tree, wasm.add(get(LOCAL.tree), wasm.i32(TREE.bytes))),
  ];
  return [set(LOCAL.tree, wasm.i32(MEMORY.trees)), wasm.loopWhileBelow(LOCAL.tree, PARAMETER.treesEnd, body)];
}

/** The local that holds which of four rows go right at a split of the upper levels. */
function goesRight(split: number, firstRow: number): number {
  return LOCAL.goesRight + (firstRow / LANES) * UPPER_SPLITS + split - 1;
}

function compareUpperSplits(): Code {
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

/** Adds the value of the leaf that a row reached: leaves take half the bytes of splits and follow them. */
function addLeaf(row: number): Code {
  const middle = wasm.shiftRight(wasm.add(get(LOCAL.address + row), get(LOCAL.tree)), 1);
  const sum = LOCAL.sum + row;
  return set(sum, wasm.add(get(sum), wasm.load(middle, TREE.leaves / 2)));
}

function storeSum(row: number): Code {
  return wasm.store(wasm.i32(0), MEMORY.sums + row * 4, get(LOCAL.sum + row));
}
