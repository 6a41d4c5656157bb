import { PAGE_BYTES, VECTOR_BYTES } from "./wasm-code.ts";

/**
 * The two loops that take nearly all the time of a network over blocks. Weights, rows, queries, keys and values are whole numbers, so that sums
 * are exact in any order; only the shares of attention are floats, in a fixed order of operations.
 */

/** The most blocks that attend to each other. */
export const WINDOW = 1024;
/** Numbers of a query, key or value of one head. */
export const HEAD_SIZE = 12;
/** Outputs of a linear layer come in groups of this size: three vectors, so that twelve sums of four rows stay in registers. */
export const OUTPUT_GROUP = 12;
/** Rows per pass through a layer, and queries per pass of attention. */
export const ROWS_AT_ONCE = 4;
/** Keys per comparison: two vectors. */
export const KEYS_AT_ONCE = 8;
/** Bytes of the result of a query: its sums, and in the last vector the total of its shares. */
export const ANSWER_BYTES = 64;
/** The largest share of attention; with values of up to `MAX_VALUE`, a sum over a whole window stays within 31 bits. */
export const MAX_SHARE = 4095;
/** The largest value. */
export const MAX_VALUE = 511;
/** Queries and keys of at most this give scores within 30 bits. */
export const MAX_KEY = 8191;

/** Two numbers of a key are multiplied per instruction. */
export const PAIRS: number = HEAD_SIZE / 2;
/** Bytes of a query, a key or a value. */
export const QUERY_BYTES: number = HEAD_SIZE * 2;
/** Four keys: the first two numbers of each, then the next two. */
export const KEYS_BYTES: number = PAIRS * VECTOR_BYTES;
/** Two values, number by number side by side. */
export const VALUES_BYTES: number = HEAD_SIZE * 4;

/**
 * Two to a power from -1/2 to 1/2, as 1 + a f + b f² + c f³ with an error of 0.01 %, less than one step of a share. Powers below
 * the least give no share.
 */
export const POWER: readonly [number, number, number] = [0.693_282_5, 0.242_206_9, 0.055_007_9].map(
  Math.fround,
) as [number, number, number];
/** Smaller powers count as this. */
export const LEAST_POWER = -20;
/** Adding this rounds a float to a whole number: a conversion would take several instructions. */
export const ROUNDER: number = 1.5 * 2 ** 23;

/** A linear layer over rows of 16-bit numbers; all are addresses or bytes. */
interface LinearCall {
  readonly input: number;
  readonly inputEnd: number;
  readonly inputBytes: number;
  /** Group after group of outputs: of two inputs the weights of each output side by side. */
  readonly weights: number;
  readonly weightsEnd: number;
  /** Rows of 32-bit sums. */
  readonly output: number;
  readonly outputBytes: number;
}

interface AttendCall {
  readonly queries: number;
  readonly queriesEnd: number;
  readonly keys: number;
  readonly keysEnd: number;
  readonly values: number;
  readonly output: number;
  /** Copies of the last key that fill up the last vector. */
  readonly padding: number;
  /** The exponent that a score difference of one corresponds to. */
  readonly scale: number;
}

/** The two loops that take nearly all the time of a network, over one memory. */
export interface NetworkKernels {
  readonly memory: ArrayBuffer;
  multiply(call: LinearCall): void;
  attend(call: AttendCall): void;
}

/** The kernels in JavaScript: the reference for the WebAssembly program, which gives the same numbers to the last bit. */
export function plainKernels(bytes: number): NetworkKernels {
  const memory = new ArrayBuffer(Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES);
  const shorts = new Int16Array(memory);
  const numbers = new Int32Array(memory);
  return {
    memory,
    multiply: (call) => multiplyPlainly(shorts, numbers, call),
    attend: (call) => attendPlainly(shorts, numbers, call),
  };
}

function multiplyPlainly(shorts: Int16Array, numbers: Int32Array, call: LinearCall): void {
  const { input, inputEnd, inputBytes, weights, weightsEnd, output, outputBytes } = call;
  const inputs = inputBytes / 2;
  const groupShorts = inputs * OUTPUT_GROUP;
  const groups = (weightsEnd - weights) / 2 / groupShorts;
  for (let row = 0; input + row * inputBytes < inputEnd; row++) {
    const from = input / 2 + row * inputs;
    for (let column = 0; column < groups * OUTPUT_GROUP; column++) {
      const group = Math.floor(column / OUTPUT_GROUP);
      let at = weights / 2 + group * groupShorts + (column % OUTPUT_GROUP) * 2;
      let sum = 0;
      for (let pair = 0; pair < inputs; pair += 2, at += OUTPUT_GROUP * 2) {
        sum += shorts[from + pair]! * shorts[at]! + shorts[from + pair + 1]! * shorts[at + 1]!;
      }
      numbers[(output + row * outputBytes) / 4 + column] = sum;
    }
  }
}

function attendPlainly(shorts: Int16Array, numbers: Int32Array, call: AttendCall): void {
  const { queries, queriesEnd, keys, keysEnd, values, output, padding } = call;
  const scale = Math.fround(call.scale);
  const count = (keysEnd - keys) / QUERY_BYTES;
  const scores = new Int32Array(count);
  const shares = new Int32Array(count);
  for (let query = 0; queries + query * QUERY_BYTES < queriesEnd; query++) {
    const from = (queries + query * QUERY_BYTES) / 2;
    let best = -0x7fffffff;
    for (let key = 0; key < count; key++) {
      const to = (keys + (key >> 2) * KEYS_BYTES) / 2 + (key & 3) * 2;
      let score = 0;
      for (let number = 0; number < HEAD_SIZE; number++) {
        score += shorts[from + number]! * shorts[to + (number >> 1) * 8 + (number & 1)]!;
      }
      scores[key] = score;
      if (score > best) best = score;
    }
    let total = 0;
    for (let key = 0; key < count; key++) {
      shares[key] = shareOf(scores[key]! - best, scale);
      total += shares[key]!;
    }
    const to = (output + query * ANSWER_BYTES) / 4;
    for (let number = 0; number < HEAD_SIZE; number++) {
      let sum = 0;
      for (let key = 0; key < count; key++) {
        sum += shares[key]! * shorts[(values + (key >> 1) * VALUES_BYTES) / 2 + number * 2 + (key & 1)]!;
      }
      numbers[to + number] = sum;
    }
    numbers[to + HEAD_SIZE] = total - padding * shares[count - 1]!;
  }
}

/** The share of a key whose score is this much below the best. */
function shareOf(difference: number, scale: number): number {
  const { fround } = Math;
  const [a, b, c] = POWER;
  const power = Math.max(fround(fround(difference) * scale), LEAST_POWER);
  const whole = fround(power + ROUNDER) - ROUNDER;
  const rest = fround(power - whole);
  const cubic = fround(fround(fround(fround(fround(c * rest) + b) * rest) + a) * rest);
  const fraction = fround(cubic + 1);
  return fround(fround(fround(fraction * 2 ** whole) * MAX_SHARE) + ROUNDER) - ROUNDER;
}
