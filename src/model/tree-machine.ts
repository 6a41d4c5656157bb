import type { TreeNodes } from "./tree-nodes.ts";
import {
  COLUMN_BYTES,
  MEMORY,
  PROGRAM_LEVELS,
  PROGRAM_ROWS,
  SPLIT_BYTES,
  TREE,
  treeProgram,
} from "./tree-program.ts";

const PAGE_BYTES = 65_536;

/** Typed arrays have the byte order of the machine, the memory of a program always this one. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A program of trees, and the memory that it works on. */
interface StartedProgram {
  readonly memory: ArrayBuffer;
  readonly run: (treesEnd: number, rowBytes: number) => void;
}

/** Trees laid out in the memory of a WebAssembly program, which takes eight rows down at a time: vectors ask four of them at once. */
export class TreeMachine {
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

  /** The machine of some trees of at most `PROGRAM_LEVELS` levels; undefined without trees, or where the platform has no such programs. */
  static of(nodes: TreeNodes, width: number): TreeMachine | undefined {
    if (nodes.roots.length === 0 || !IS_LITTLE_ENDIAN) return undefined;
    const program = tryStart(MEMORY.trees + nodes.roots.length * TREE.bytes);
    return program && new TreeMachine(nodes, width, program);
  }

  /** The sums of the leaves that the first `count` rows reach. */
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

  /** Lays out what is below a node, which comes to a place of the tree at an index of four bytes each. */
  #layOut(node: number, place: number, tree: number): void {
    const { right, feature, threshold, missingLeft, units } = this.#nodes;
    const split = tree + (place * SPLIT_BYTES) / 4;
    if (place >> PROGRAM_LEVELS > 0) {
      this.#numbers[tree + TREE.leaves / 4 + place - (1 << PROGRAM_LEVELS)] = units[node]!;
    } else if (right[node] === 0) {
      // Nothing is at least that: all go left.
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

let compiled: WebAssembly.Module | undefined;
/** One refusal is enough: a policy reports every try, and an engine looks long for addresses before it gives up. */
let isRefused = false;

/**
 * The program with so much memory; undefined where there is none to be had, and JavaScript has to walk. Old engines have no
 * vectors or no WebAssembly at all, and a page's security policy may forbid it. An engine also sets gigabytes of addresses
 * aside for any memory, which a process with a limit on them does not get.
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
