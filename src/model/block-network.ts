import {
  ANSWER_BYTES,
  HEAD_SIZE,
  KEYS_AT_ONCE,
  MAX_KEY,
  MAX_VALUE,
  type NetworkKernels,
  OUTPUT_GROUP,
  plainKernels,
  WINDOW,
} from "./network-kernels.ts";
import { SCRATCH_BYTES, startKernels } from "./network-program.ts";
import type { AttentionLayer, LinearLayer, NetworkWeights } from "./network-weights.ts";

/** A normalised value is at most the square root of the width; in these steps it fits 16 bits up to a width of 64. */
const NORMAL_STEPS = 4096;
/** Inputs are within -8 and 8. */
export const INPUT_STEPS = 4096;
/** The activations of the feed-forward layer are at most 16. */
const HIDDEN_STEPS = 2000;
/** GELU is looked up in steps of 1/128 from -16 to 16. */
const GELU_STEPS = 128;
const GELU_MIDDLE = 16 * GELU_STEPS;
const MAX_SHORT = 32_767;
/** The output of a head lies between its values; in these steps it fits 16 bits. */
const JOIN_STEPS = MAX_SHORT / MAX_VALUE;
const HALF = HEAD_SIZE / 2;
const VARIANCE_FLOOR = 1e-5;
const ROTARY_BASE = 10_000;
/** Log-odds are whole numbers of these steps, so that they add up exactly with those of trees. */
const STEPS_PER_LOG_ODD = 8192;

/** A linear layer in the memory of the kernels. */
interface PlacedLayer {
  readonly inputBytes: number;
  readonly outputs: number;
  readonly weights: number;
  readonly weightsEnd: number;
  /** The factor of a sum. */
  readonly scales: Float64Array;
  readonly offsets: Float64Array;
}

/** A transformer over the blocks of a page: every block attends to all others of its window. */
export class BlockNetwork {
  readonly inputs: number;
  readonly #width: number;
  readonly #heads: number;
  readonly #kernels: NetworkKernels;
  readonly #shorts: Int16Array;
  readonly #numbers: Int32Array;
  readonly #place: ReturnType<typeof placesOf>;
  readonly #input: PlacedLayer;
  readonly #layers: readonly (Readonly<Record<keyof AttentionLayer, PlacedLayer>> & {
    /** The exponent that a score difference of one corresponds to. */
    readonly scale: number;
  })[];
  readonly #last: LinearLayer;
  /** The state of every block of the window. */
  readonly #state: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #gelu = geluTable();

  constructor(
    weights: NetworkWeights,
    kernelsOf: (bytes: number) => NetworkKernels | undefined = startKernels,
  ) {
    const { width, inputs, input, layers, last } = weights;
    const place = placesOf(weights);
    this.inputs = inputs;
    this.#width = width;
    this.#heads = width / HEAD_SIZE;
    this.#place = place;
    this.#kernels = kernelsOf(place.end) ?? plainKernels(place.end);
    this.#shorts = new Int16Array(this.#kernels.memory);
    this.#numbers = new Int32Array(this.#kernels.memory);
    let free = place.weights;
    const put = (layer: LinearLayer, steps: number): PlacedLayer => {
      const placed = placeLayer(layer, this.#shorts, free, steps);
      free = placed.weightsEnd;
      return placed;
    };
    this.#input = put(input, INPUT_STEPS);
    this.#layers = layers.map(({ attend, join, up, down }) => {
      const { query, key, value } = attentionSteps(attend, width);
      return {
        attend: scaleOutputs(put(attend, NORMAL_STEPS), [query, key, value]),
        scale: Math.LOG2E / Math.sqrt(HEAD_SIZE) / (query * key),
        join: put(join, value * JOIN_STEPS),
        up: put(up, NORMAL_STEPS),
        down: put(down, HIDDEN_STEPS),
      };
    });
    this.#last = last;
    this.#state = new Float64Array(WINDOW * width);
    const angles = rotaryAngles();
    this.#cosines = angles.map(Math.cos);
    this.#sines = angles.map(Math.sin);
  }

  /** Where the inputs of the next rows are written: `inputs` numbers a row, in `INPUT_STEPS`. */
  get inputRows(): Int16Array {
    const from = this.#place.rows / 2;
    return this.#shorts.subarray(from, from + INPUT_ROWS * this.inputs);
  }

  /** Reads the rows that were written, as blocks of the window from `first` on. */
  take(first: number, count: number): void {
    this.#multiply(this.#input, count);
    this.#state.fill(0, first * this.#width, (first + count) * this.#width);
    this.#addSums(this.#input, first, count);
  }

  /** The log-odds of the blocks of a window, once all rows were read. */
  score(count: number, into: Float64Array): void {
    for (const { attend, scale, join, up, down } of this.#layers) {
      this.#normalise(count);
      this.#multiply(attend, count);
      this.#attend(attend, scale, count);
      this.#multiply(join, count);
      this.#addSums(join, 0, count);
      this.#normalise(count);
      this.#multiply(up, count);
      this.#applyGelu(up, count);
      this.#multiply(down, count);
      this.#addSums(down, 0, count);
    }
    this.#readOut(count, into);
  }

  #multiply({ inputBytes, outputs, weights, weightsEnd }: PlacedLayer, count: number): void {
    const input = this.#place.rows;
    this.#kernels.multiply({
      input,
      inputEnd: input + count * inputBytes,
      inputBytes,
      weights,
      weightsEnd,
      output: this.#place.sums,
      outputBytes: outputs * 4,
    });
  }

  /** Writes the state of every block as rows of mean 0 and variance 1. */
  #normalise(count: number): void {
    const width = this.#width;
    const state = this.#state;
    const shorts = this.#shorts;
    const rows = this.#place.rows / 2;
    for (let from = 0; from < count * width; from += width) {
      let sum = 0;
      let squares = 0;
      for (let at = from; at < from + width; at++) {
        const value = state[at]!;
        sum += value;
        squares += value * value;
      }
      const mean = sum / width;
      const variance = Math.max(0, squares / width - mean * mean);
      const factor = NORMAL_STEPS / Math.sqrt(variance + VARIANCE_FLOOR);
      for (let at = from; at < from + width; at++) {
        shorts[rows + at] = round((state[at]! - mean) * factor);
      }
    }
  }

  /** Turns sums into queries, keys and values, lets every head attend, and writes the outputs as rows. */
  #attend(layer: PlacedLayer, scale: number, count: number): void {
    const padded = Math.ceil(count / KEYS_AT_ONCE) * KEYS_AT_ONCE;
    const { queries, keys, values, answers } = this.#place;
    const headBytes = HEAD_SIZE * 2;
    for (let head = 0; head < this.#heads; head++) {
      this.#placeHead(layer, head, count, padded);
      this.#kernels.attend({
        queries,
        queriesEnd: queries + count * headBytes,
        keys,
        keysEnd: keys + padded * headBytes,
        values,
        output: answers,
        padding: padded - count,
        scale,
      });
      this.#joinHead(head, count);
    }
  }

  /** Writes the output of a head for every block into the rows. */
  #joinHead(head: number, count: number): void {
    const numbers = this.#numbers;
    const shorts = this.#shorts;
    const width = this.#width;
    let from = this.#place.answers / 4;
    let to = this.#place.rows / 2 + head * HEAD_SIZE;
    for (let block = 0; block < count; block++, from += ANSWER_BYTES / 4, to += width) {
      const factor = JOIN_STEPS / numbers[from + HEAD_SIZE]!;
      for (let number = 0; number < HEAD_SIZE; number++) {
        shorts[to + number] = round(numbers[from + number]! * factor);
      }
    }
  }

  /** Lays out the queries, keys and values of one head as the kernel reads them; the first two are rotated by the position of their block. */
  #placeHead({ scales, offsets }: PlacedLayer, head: number, count: number, padded: number): void {
    const width = this.#width;
    const numbers = this.#numbers;
    const shorts = this.#shorts;
    const cosines = this.#cosines;
    const sines = this.#sines;
    const { sums, queries, keys, values } = this.#place;
    const first = head * HEAD_SIZE;
    for (let row = 0; row < padded; row++) {
      // The last key fills up the last vector, with a value of zero.
      const block = Math.min(row, count - 1);
      const from = sums / 4 + block * width * 3;
      const query = queries / 2 + row * HEAD_SIZE;
      const key = keys / 2 + (row >> 2) * 4 * HEAD_SIZE + (row & 3) * 2;
      const value = values / 2 + (row >> 1) * 2 * HEAD_SIZE + (row & 1);
      for (let number = 0; number < HALF; number++) {
        const cosine = cosines[block * HALF + number]!;
        const sine = sines[block * HALF + number]!;
        const at = first + number;
        const toKey = key + (number >> 1) * 8 + (number & 1);
        const one = numbers[from + at]! * scales[at]! + offsets[at]!;
        const other = numbers[from + at + HALF]! * scales[at + HALF]! + offsets[at + HALF]!;
        shorts[query + number] = round(one * cosine - other * sine);
        shorts[query + number + HALF] = round(one * sine + other * cosine);
        const ofKey = at + width;
        const oneKey = numbers[from + ofKey]! * scales[ofKey]! + offsets[ofKey]!;
        const otherKey = numbers[from + ofKey + HALF]! * scales[ofKey + HALF]! + offsets[ofKey + HALF]!;
        shorts[toKey] = round(oneKey * cosine - otherKey * sine);
        shorts[toKey + (HALF >> 1) * 8] = round(oneKey * sine + otherKey * cosine);
      }
      for (let number = 0; number < HEAD_SIZE; number++) {
        const at = 2 * width + first + number;
        shorts[value + number * 2] =
          row < count ? round(numbers[from + at]! * scales[at]! + offsets[at]!) : 0;
      }
    }
  }

  /** Adds the output of a layer to the state of the blocks from `first` on. */
  #addSums({ outputs, scales, offsets }: PlacedLayer, first: number, count: number): void {
    const numbers = this.#numbers;
    const state = this.#state;
    const sums = this.#place.sums / 4;
    const to = first * outputs;
    for (let from = 0; from < count * outputs; from += outputs) {
      for (let column = 0; column < outputs; column++) {
        const sum = numbers[sums + from + column]! * scales[column]! + offsets[column]!;
        state[to + from + column]! += sum;
      }
    }
  }

  /** Writes the output of a layer as rows, through GELU. */
  #applyGelu({ outputs, scales, offsets }: PlacedLayer, count: number): void {
    const numbers = this.#numbers;
    const shorts = this.#shorts;
    const table = this.#gelu;
    const last = table.length - 1;
    const sums = this.#place.sums / 4;
    const rows = this.#place.rows / 2;
    for (let from = 0; from < count * outputs; from += outputs) {
      for (let column = 0; column < outputs; column++) {
        const value = numbers[sums + from + column]! * scales[column]! + offsets[column]!;
        const place = value * GELU_STEPS + GELU_MIDDLE;
        shorts[rows + from + column] = table[place < 0 ? 0 : place > last ? last : place | 0]!;
      }
    }
  }

  #readOut(count: number, into: Float64Array): void {
    const width = this.#width;
    const state = this.#state;
    const { weights, scales, offsets } = this.#last;
    for (let block = 0; block < count; block++) {
      const from = block * width;
      let [sum, squares, found, all] = [0, 0, 0, 0];
      for (let column = 0; column < width; column++) {
        const value = state[from + column]!;
        sum += value;
        squares += value * value;
        found += value * weights[column]!;
        all += weights[column]!;
      }
      const mean = sum / width;
      const variance = Math.max(0, squares / width - mean * mean);
      const logOdds =
        ((found - mean * all) * scales[0]!) / Math.sqrt(variance + VARIANCE_FLOOR) + offsets[0]!;
      into[block] = Math.round(logOdds * STEPS_PER_LOG_ODD) / STEPS_PER_LOG_ODD;
    }
  }
}

/** The nearest whole number within 16 bits; `Math.round` makes a page take a fifth longer. */
function round(value: number): number {
  return ((value + 32_768.5) | 0) - 32_768;
}

/** Rows per batch. */
export const INPUT_ROWS = 16;

/** Addresses in the memory of the kernels. */
function placesOf({ width, inputs, layers }: NetworkWeights) {
  const ofWindow = WINDOW + KEYS_AT_ONCE;
  const rows = SCRATCH_BYTES;
  const sums = rows + Math.max(ofWindow * width * 2 * 2, INPUT_ROWS * inputs * 2);
  const queries = sums + ofWindow * width * 3 * 4;
  const keys = queries + ofWindow * HEAD_SIZE * 2;
  const values = keys + ofWindow * HEAD_SIZE * 2;
  const answers = values + ofWindow * HEAD_SIZE * 2;
  const weights = answers + ofWindow * ANSWER_BYTES;
  const end = weights + 2 * width * (inputs + layers.length * width * 8);
  return { rows, sums, queries, keys, values, answers, weights, end };
}

/** Puts weights into memory as the kernel reads them. */
function placeLayer(
  { weights, scales, offsets }: LinearLayer,
  shorts: Int16Array,
  free: number,
  steps: number,
): PlacedLayer {
  const outputs = scales.length;
  const inputs = weights.length / outputs;
  for (let output = 0; output < outputs; output++) {
    const group = Math.floor(output / OUTPUT_GROUP) * inputs * OUTPUT_GROUP + (output % OUTPUT_GROUP) * 2;
    for (let input = 0; input < inputs; input++) {
      const at = group + (input >> 1) * OUTPUT_GROUP * 2 + (input & 1);
      shorts[free / 2 + at] = weights[output * inputs + input]!;
    }
  }
  return {
    inputBytes: inputs * 2,
    outputs,
    weights: free,
    weightsEnd: free + weights.length * 2,
    scales: Float64Array.from(scales, (scale) => scale / steps),
    offsets: Float64Array.from(offsets),
  };
}

/** The rounding steps of queries, keys and values: normalised inputs bound their size. */
function attentionSteps({ weights, scales, offsets }: LinearLayer, width: number) {
  const most = Float64Array.from(scales, (scale, output) => {
    let squares = 0;
    for (let at = output * width; at < (output + 1) * width; at++) squares += weights[at]! ** 2;
    return Math.abs(scale) * Math.sqrt(squares * width) + Math.abs(offsets[output]!);
  });
  const largest = (part: number) =>
    most.subarray(part * width, (part + 1) * width).reduce((a, b) => Math.max(a, b));
  // A rotated number can be as large as the length of its pair; rounding can add a little.
  const rotated = MAX_KEY / (Math.SQRT2 * ROUNDED_LENGTH);
  return {
    query: rotated / Math.max(SMALLEST, largest(0)),
    key: rotated / Math.max(SMALLEST, largest(1)),
    value: MAX_VALUE / (ROUNDED_LENGTH * Math.max(SMALLEST, largest(2))),
  };
}

const ROUNDED_LENGTH = 1.01;
const SMALLEST = 1e-9;

/** A copy of a layer with scaled outputs, each third by its own factor. */
function scaleOutputs(layer: PlacedLayer, factors: readonly [number, number, number]): PlacedLayer {
  const part = layer.outputs / 3;
  const scaled = (numbers: Float64Array) =>
    numbers.map((number, at) => number * factors[Math.floor(at / part)]!);
  return { ...layer, scales: scaled(layer.scales), offsets: scaled(layer.offsets) };
}

function rotaryAngles(): Float64Array {
  return Float64Array.from(
    { length: WINDOW * HALF },
    (_, at) => Math.floor(at / HALF) * ROTARY_BASE ** (-(at % HALF) / HALF),
  );
}

function geluTable(): Int16Array {
  return Int16Array.from({ length: 2 * GELU_MIDDLE }, (_, place) => {
    const value = (place + 0.5 - GELU_MIDDLE) / GELU_STEPS;
    const activated = 0.5 * value * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3)));
    return Math.round(activated * HIDDEN_STEPS);
  });
}
