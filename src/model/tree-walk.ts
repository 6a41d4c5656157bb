import { FullTrees } from "./full-trees.ts";
import { TreeMachine } from "./tree-machine.ts";
import { sumLeaves, type TreeNodes } from "./tree-nodes.ts";
import { MAX_COLUMNS, PROGRAM_LEVELS } from "./tree-program.ts";

/**
 * Trees of more levels or over more columns, more of them, or of leaves that say too much are walked from node to node.
 * A hostile file has one deep tree among a million leaves, which would all be laid out as deep.
 */
const MAX_TREES = 2 ** 14;
/** Sums are of whole numbers of 32 bits. */
const LARGEST_SUM = 0x7fffffff;

/** Walks rows down all trees, in the fastest way that there is for them: laid out as full ones, many rows by WebAssembly where it can be. */
export class TreeWalk {
  readonly #nodes: TreeNodes;
  readonly #width: number;
  readonly #levels: number;
  readonly #isSmall: boolean;
  #full: FullTrees | undefined;
  #ofRows: Pick<FullTrees, "sumRows"> | undefined;

  constructor(nodes: TreeNodes, width: number) {
    this.#nodes = nodes;
    this.#width = width;
    this.#levels = deepest(nodes);
    const isSmall = this.#levels <= PROGRAM_LEVELS && width <= MAX_COLUMNS;
    this.#isSmall = isSmall && nodes.roots.length <= MAX_TREES && sumsFit(nodes);
  }

  /** The sum of the leaves that a row reaches, in units. */
  sumUnits(rows: Float32Array, offset: number): number {
    return this.#isSmall ? this.#fullTrees().sumUnits(rows, offset) : sumLeaves(this.#nodes, rows, offset);
  }

  /** The same of the first `count` rows, one after the other. */
  sumRows(rows: Float32Array, count: number, into: Float64Array): void {
    if (this.#isSmall) {
      this.#ofRows ??= TreeMachine.of(this.#nodes, this.#width) ?? this.#fullTrees();
      this.#ofRows.sumRows(rows, count, into);
    } else {
      for (let row = 0; row < count; row++) into[row] = sumLeaves(this.#nodes, rows, row * this.#width);
    }
  }

  #fullTrees(): FullTrees {
    this.#full ??= new FullTrees(this.#nodes, this.#width, this.#levels);
    return this.#full;
  }
}

/** Whether sums of leaves are whole numbers of 32 bits, however many rows and trees. */
function sumsFit({ roots, units }: TreeNodes): boolean {
  const most = units.reduce((largest, own) => Math.max(largest, Math.abs(own)), 0);
  return most * roots.length <= LARGEST_SUM;
}

/** The most splits that lead to a leaf. */
function deepest({ roots, right }: TreeNodes): number {
  const depth = new Uint16Array(right.length);
  let most = 0;
  for (let node = 0; node < right.length; node++) {
    if (right[node] === 0) continue;
    depth[node + 1] = depth[node]! + 1;
    depth[right[node]!] = depth[node]! + 1;
    most = Math.max(most, depth[node]! + 1);
  }
  return roots.length > 0 ? most : 0;
}
