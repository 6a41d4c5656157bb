import {
  fromBase64,
  isNumber,
  isRecord,
  readVarints,
  type TableReader,
  type TableWriter,
  toBase64,
  VarintWriter,
} from "../../model/index.ts";
import { fillCells, HashTable } from "../../text/index.ts";

/** What one name of an element says for (above 0) or against its text being the article's. */
export interface TokenWeight {
  /** A 32-bit hash of the name. */
  readonly hash: number;
  readonly weight: number;
}

/** A lexicon as a model file stores it. */
export interface EncodedLexicon {
  readonly size: number;
  readonly bias: number;
  /** What a step of the stored weights is worth. */
  readonly scale: number;
  readonly weights: string;
}

/**
 * How much the names of an element count for a block: of its own element, its parent, and so on upward. Log loss out of
 * fold on 793 modern English articles and 127 of 22 languages: .306, .294; 8 levels .315, .291; the own element alone
 * .481, .515. Other weights for the own element than for those above give .306, .284, but then an element that is the
 * one here and the other there must be scored twice.
 */
export const ANCESTOR_FACTORS: readonly number[] = Array.from({ length: 14 }, (_, level) => 0.8 ** level);

interface Table {
  readonly hashes: Int32Array;
  readonly steps: Int8Array;
  readonly scale: number;
  readonly bias: number;
}

/** Weights are whole numbers of steps, so that each takes a byte. */
const MAX_STEPS = 127;
/** Added to the steps in the table, so that no weight is 0, the value of free slots. */
const OFFSET = MAX_STEPS + 1;

/** What names of elements say of the text inside them, by their hashes. */
export class Lexicon {
  readonly size: number;
  /** The log odds of a block without any known name. */
  readonly bias: number;
  readonly #scale: number;
  readonly #hashes: Int32Array;
  readonly #steps: Int8Array;
  readonly #table: HashTable;

  private constructor(table: Table, cells: Int32Array = cellsOf(table)) {
    const { hashes, steps, scale, bias } = table;
    this.size = hashes.length;
    this.bias = bias;
    this.#scale = scale;
    this.#hashes = hashes;
    this.#steps = steps;
    this.#table = new HashTable(cells);
  }

  /** Makes a lexicon, the same for every order of the weights; these are rounded as they will be stored. */
  static of(weights: readonly TokenWeight[], bias: number): Lexicon {
    const largest = weights.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0);
    const scale = largest / MAX_STEPS || 1;
    const sorted = weights.toSorted((a, b) => (a.hash >>> 0) - (b.hash >>> 0));
    return new Lexicon({
      hashes: Int32Array.from(sorted, ({ hash }) => hash),
      steps: Int8Array.from(sorted, ({ weight }) => Math.round(weight / scale)),
      scale,
      bias,
    });
  }

  /** The sum of the weights of the first `count` tokens; unknown ones weigh nothing. */
  scoreTokens(hashes: Int32Array, count: number): number {
    const table = this.#table;
    let steps = 0;
    for (let at = 0; at < count; at++) {
      const value = table.get(hashes[at]!);
      if (value !== 0) steps += value - OFFSET;
    }
    return steps * this.#scale;
  }

  /** The lexicon as a model file stores it: hashes in order as distances, each with its steps. */
  encode(): EncodedLexicon {
    const writer = new VarintWriter();
    let last = 0;
    this.#hashes.forEach((signed, entry) => {
      const hash = signed >>> 0;
      writer.write(hash - last);
      writer.write(this.#steps[entry]! + MAX_STEPS);
      last = hash;
    });
    return { size: this.size, bias: this.bias, scale: this.#scale, weights: toBase64(writer.finish()) };
  }

  /** The lexicon that a value from a model file holds, or undefined where it is damaged. */
  static decode(value: unknown): Lexicon | undefined {
    if (!isRecord(value)) return undefined;
    const { size, bias, scale, weights } = value;
    if (typeof weights !== "string" || !isNumber(bias) || !isNumber(scale) || scale <= 0) return undefined;
    const bytes = fromBase64(weights);
    const numbers = bytes && readVarints(bytes);
    if (numbers === undefined || !isCount(size) || size * 2 !== numbers.length) return undefined;
    const hashes = new Int32Array(size);
    const steps = new Int8Array(size);
    let hash = 0;
    for (let entry = 0; entry < size; entry++) {
      const distance = numbers[entry * 2]!;
      const step = numbers[entry * 2 + 1]! - MAX_STEPS;
      hash += distance;
      if ((distance === 0 && entry > 0) || hash > 0xffffffff || step > MAX_STEPS) return undefined;
      hashes[entry] = hash;
      steps[entry] = step;
    }
    return new Lexicon({ hashes, steps, scale, bias });
  }

  /** Writes the lexicon in its memory layout. */
  store(file: TableWriter): void {
    file.numbers(Float64Array.of(this.#scale, this.bias));
    for (const numbers of [this.#hashes, this.#steps, this.#table.cells]) file.numbers(numbers);
  }

  /** The lexicon that `store` wrote. */
  static restore(file: TableReader): Lexicon {
    const [scale = 1, bias = 0] = file.numbers(Float64Array);
    const hashes = file.numbers(Int32Array);
    const steps = file.numbers(Int8Array);
    return new Lexicon({ hashes, steps, scale, bias }, file.numbers(Int32Array));
  }
}

function cellsOf({ hashes, steps }: Table): Int32Array {
  const cells = new Int32Array(HashTable.lengthFor(hashes.length));
  fillCells(
    cells,
    hashes,
    Int32Array.from(steps, (step) => step + OFFSET),
  );
  return cells;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
