import type { TreeNodes } from "./tree-nodes.ts";
import { MAX_COLUMNS } from "./tree-program.ts";

/** Rows that go down the trees side by side; with more there are no registers for them. */
const ROWS_AT_ONCE = 4;

/** What no value and no threshold is as small or as large as. */
const SMALLEST = -0x80000000;
const LARGEST = 0x7fffffff;
/** Float bits of infinity: as unsigned numbers those of missing and of negative values are above. */
const INFINITY_BITS = 0x7f800000;
const WITHOUT_SIGN = 0x7fffffff;

/**
 * Column after column the values of the rows that go down: first with missing ones below everything, from the middle on
 * above everything. Of the module and not of a walk, since its address is then a constant of the loops below.
 */
const VALUES = new Int32Array(MAX_COLUMNS * ROWS_AT_ONCE * 2);
const MIDDLE = MAX_COLUMNS * ROWS_AT_ONCE;

/**
 * Trees of a few levels laid out as full ones, for JavaScript to walk down: where a path ends early, splits that
 * send everything left lead on to its end. No step asks whether it is at a leaf or whether a value is missing, and
 * values are compared as whole numbers: those of float bits are in the order of the floats.
 */
export class FullTrees {
  readonly #nodes: TreeNodes;
  readonly #width: number;
  readonly #levels: number;
  /** Splits of a tree: its root at 1, the children of a split at twice its place and the one after. */
  readonly #place: Uint16Array;
  readonly #threshold: Int32Array;
  /** What the leaves of each tree say, in order. */
  readonly #units: Int32Array;
  readonly #sums = new Float64Array(ROWS_AT_ONCE);
  /** The rows that were read last, and the same memory as float bits. */
  #rows: Float32Array = new Float32Array(0);
  #bits: Int32Array = new Int32Array(0);

  constructor(nodes: TreeNodes, width: number, levels: number) {
    const count = nodes.roots.length << levels;
    this.#nodes = nodes;
    this.#width = width;
    this.#levels = levels;
    this.#place = new Uint16Array(count);
    this.#threshold = new Int32Array(count).fill(LARGEST);
    this.#units = new Int32Array(count);
    for (let tree = 0; tree < nodes.roots.length; tree++) this.#layOut(nodes.roots[tree]!, 1, tree << levels);
  }

  /** The sum of the leaves that a row reaches, in units. */
  sumUnits(rows: Float32Array, offset: number): number {
    this.#read(rows, offset, 0);
    return this.#walkOne();
  }

  /** The same of the first `count` rows, one after the other. */
  sumRows(rows: Float32Array, count: number, into: Float64Array): void {
    for (let first = 0; first < count; first += ROWS_AT_ONCE) {
      const last = Math.min(count, first + ROWS_AT_ONCE);
      for (let row = first; row < last; row++) this.#read(rows, row * this.#width, row - first);
      this.#walkFour();
      for (let row = first; row < last; row++) into[row] = this.#sums[row - first]!;
    }
  }

  #walkOne(): number {
    const place = this.#place;
    const threshold = this.#threshold;
    const units = this.#units;
    const levels = this.#levels;
    const size = 1 << levels;
    let sum = 0;
    for (let from = 0; from < units.length; from += size) {
      let at = from + 1;
      for (let level = 0; level < levels; level++) {
        at = (((at << 1) - from) | Number(VALUES[place[at]!]! >= threshold[at]!)) >>> 0;
      }
      sum += units[at - size]!;
    }
    return sum;
  }

  /** Four rows go down side by side, by numbers and without branches: no step waits for that of another row, nor is guessed. */
  #walkFour(): void {
    const place = this.#place;
    const threshold = this.#threshold;
    const units = this.#units;
    const levels = this.#levels;
    const size = 1 << levels;
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    const end = threshold.length;
    for (let from = 0; from < end; from += size) {
      let a = from + 1;
      let b = from + 1;
      let c = from + 1;
      let d = from + 1;
      for (let level = 0; level < levels; level++) {
        a = (((a << 1) - from) | Number(VALUES[place[a]!]! >= threshold[a]!)) >>> 0;
        b = (((b << 1) - from) | Number(VALUES[place[b]! + 1]! >= threshold[b]!)) >>> 0;
        c = (((c << 1) - from) | Number(VALUES[place[c]! + 2]! >= threshold[c]!)) >>> 0;
        d = (((d << 1) - from) | Number(VALUES[place[d]! + 3]! >= threshold[d]!)) >>> 0;
      }
      sumA = (sumA + units[a - size]!) | 0;
      sumB = (sumB + units[b - size]!) | 0;
      sumC = (sumC + units[c - size]!) | 0;
      sumD = (sumD + units[d - size]!) | 0;
    }
    this.#sums.set([sumA, sumB, sumC, sumD]);
  }

  #read(rows: Float32Array, offset: number, lane: number): void {
    if (rows !== this.#rows) {
      this.#rows = rows;
      this.#bits = new Int32Array(rows.buffer, rows.byteOffset, rows.length);
    }
    const bits = this.#bits;
    const width = this.#width;
    for (let column = 0, at = lane; column < width; column++, at += ROWS_AT_ONCE) {
      const own = bits[offset + column]!;
      if (own >>> 0 <= INFINITY_BITS) {
        VALUES[at] = own;
        VALUES[at + MIDDLE] = own;
      } else {
        const isMissing = (own & WITHOUT_SIGN) > INFINITY_BITS;
        VALUES[at] = isMissing ? SMALLEST : keyOf(own);
        VALUES[at + MIDDLE] = isMissing ? LARGEST : keyOf(own);
      }
    }
  }

  /** Lays out what is below a node, which comes to a place of the tree that starts at `from`. */
  #layOut(node: number, at: number, from: number): void {
    const { right, feature, threshold, missingLeft, units } = this.#nodes;
    if (at >> this.#levels > 0) {
      this.#units[from + at - (1 << this.#levels)] = units[node]!;
    } else if (right[node] === 0) {
      this.#layOut(node, at * 2, from);
    } else {
      this.#place[from + at] = feature[node]! * ROWS_AT_ONCE + (missingLeft[node] === 1 ? 0 : MIDDLE);
      this.#threshold[from + at] = keyOf(bitsOf(threshold[node]!));
      this.#layOut(node + 1, at * 2, from);
      this.#layOut(right[node]!, at * 2 + 1, from);
    }
  }
}

/** Float bits as a number in the order of the floats; both zeros are one. */
function keyOf(bits: number): number {
  return bits < 0 ? -(bits & WITHOUT_SIGN) : bits;
}

const ONE_FLOAT = new Float32Array(1);
const ITS_BITS = new Int32Array(ONE_FLOAT.buffer);

function bitsOf(value: number): number {
  ONE_FLOAT[0] = value;
  return ITS_BITS[0]!;
}
