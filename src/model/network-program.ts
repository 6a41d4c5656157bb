import {
  ANSWER_BYTES,
  KEYS_AT_ONCE,
  KEYS_BYTES,
  LEAST_POWER,
  MAX_SHARE,
  type NetworkKernels,
  OUTPUT_GROUP,
  PAIRS,
  POWER,
  QUERY_BYTES,
  ROUNDER,
  ROWS_AT_ONCE,
  VALUES_BYTES,
  WINDOW,
} from "./network-kernels.ts";
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

/** Addresses of the kernels' scratch buffers, at the start of the memory. */
const SCRATCH = {
  /** The factor of score differences: one float. */
  scale: 0,
  /** The scores of four queries, 32 bits each. */
  scores: VECTOR_BYTES,
  /** Their shares, 16 bits each. */
  shares: VECTOR_BYTES + ROWS_AT_ONCE * WINDOW * 4,
} as const;
/** The first free address after them. */
export const SCRATCH_BYTES: number = SCRATCH.shares + ROWS_AT_ONCE * WINDOW * 2;

const GROUP_BYTES = OUTPUT_GROUP * 4;
/** Bits of a float below its exponent. */
const FRACTION_BITS = 23;

/** The kernels as WebAssembly; undefined where the platform has none, or none with vectors. */
export function startKernels(bytes: number): NetworkKernels | undefined {
  if (!IS_LITTLE_ENDIAN) return undefined;
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const multiply = start(linearProgram(), memory);
    const attend = start(attendProgram(), memory);
    const floats = new Float32Array(memory.buffer);
    return {
      memory: memory.buffer,
      multiply: ({ input, inputEnd, inputBytes, weights, weightsEnd, output, outputBytes }) =>
        multiply(input, inputEnd, inputBytes, weights, weightsEnd, output, outputBytes),
      attend: ({ queries, queriesEnd, keys, keysEnd, values, output, padding, scale }) => {
        floats[SCRATCH.scale / 4] = scale;
        attend(queries, queriesEnd, keys, keysEnd, values, output, padding);
      },
    };
  } catch {
    return undefined;
  }
}

function start(program: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): (...given: number[]) => void {
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(program), { own: { memory } }).exports;
  return run as (...given: number[]) => void;
}

const { get, set } = wasm;
const ROWS = Array.from({ length: ROWS_AT_ONCE }, (_, row) => row);
const THREE = [0, 1, 2] as const;
const TWO = [0, 1] as const;
const NOTHING = wasm.vSame(wasm.i32(0));

function advance(local: number, bytes: number): Code {
  return set(local, wasm.add(get(local), wasm.i32(bytes)));
}

const LINEAR = {
  input: 0,
  inputEnd: 1,
  inputBytes: 2,
  weights: 3,
  weightsEnd: 4,
  output: 5,
  outputBytes: 6,
  /** One `row` and one `to` for each row. */
  row: 7,
  to: 11,
  weight: 15,
  rowEnd: 16,
  /** Three vectors of weights, and three sums for each row. */
  weightVector: 17,
  inputs: 20,
  sum: 21,
} as const;

/** Multiplies rows by weights: group by group of outputs, four rows at a time. */
function linearProgram(): Uint8Array<ArrayBuffer> {
  const { row, to, weight } = LINEAR;
  const sumOf = (own: number, third: number) => LINEAR.sum + own * 3 + third;
  const next = (first: number, bytes: number) =>
    ROWS.slice(1).map((own) => set(first + own, wasm.add(get(first + own - 1), get(bytes))));
  const addInputs = ROWS.map((own) => [
    set(LINEAR.inputs, wasm.vLoadSame(get(row + own), 0)),
    THREE.map((third) => {
      const product = wasm.vDot(get(LINEAR.inputs), get(LINEAR.weightVector + third));
      return set(sumOf(own, third), wasm.vAdd(get(sumOf(own, third)), product));
    }),
    advance(row + own, 4),
  ]);
  const inputLoop = [
    THREE.map((third) => set(LINEAR.weightVector + third, wasm.vLoad(get(weight), third * VECTOR_BYTES))),
    addInputs,
    advance(weight, GROUP_BYTES),
  ];
  const rowLoop = [
    next(row, LINEAR.inputBytes),
    next(to, LINEAR.outputBytes),
    set(weight, get(LINEAR.weights)),
    set(LINEAR.rowEnd, get(row + 1)),
    ROWS.map((own) => THREE.map((third) => set(sumOf(own, third), NOTHING))),
    wasm.loopWhileBelow(row, LINEAR.rowEnd, inputLoop),
    ROWS.map((own) =>
      THREE.map((third) => wasm.vStore(get(to + own), third * VECTOR_BYTES, get(sumOf(own, third)))),
    ),
    // The last row has come to where the next four begin.
    set(row, get(row + ROWS_AT_ONCE - 1)),
    set(to, wasm.add(get(to + ROWS_AT_ONCE - 1), get(LINEAR.outputBytes))),
  ];
  const groupLoop = [
    set(row, get(LINEAR.input)),
    set(to, get(LINEAR.output)),
    wasm.loopWhileBelow(row, LINEAR.inputEnd, rowLoop),
    set(LINEAR.weights, get(weight)),
    advance(LINEAR.output, GROUP_BYTES),
  ];
  return moduleOf(
    7,
    [
      { count: 10, type: TYPE.i32 },
      { count: 16, type: TYPE.v128 },
    ],
    wasm.loopWhileBelow(LINEAR.weights, LINEAR.weightsEnd, groupLoop),
  );
}

const ATTEND = {
  query: 0,
  queriesEnd: 1,
  keys: 2,
  keysEnd: 3,
  values: 4,
  output: 5,
  padding: 6,
  key: 7,
  value: 8,
  at: 9,
  scoreBytes: 10,
  shareBytes: 11,
  /** One `best` and one `total` for each query, three `sum`. */
  vector: 12,
  best: 15,
  total: 19,
  sum: 23,
  scale: 35,
  power: 36,
  whole: 37,
  /** The first of the constants below. */
  constant: 38,
} as const;

/** Constants in locals: inline, each takes four instructions every time. That saves half of the time of attention. */
const CONSTANTS: readonly number[] = [...POWER, 1, LEAST_POWER, ROUNDER, MAX_SHARE];

function constant(value: number): Code {
  return get(ATTEND.constant + CONSTANTS.indexOf(value));
}

function scoresOf(query: number): number {
  return SCRATCH.scores + query * WINDOW * 4;
}

function sharesOf(query: number): number {
  return SCRATCH.shares + query * WINDOW * 2;
}

/** Answers four queries at a time: scores of all keys, their shares, and the sum of the values by shares. */
function attendProgram(): Uint8Array<ArrayBuffer> {
  const queryLoop = [compareKeys(), shareAttention(), addValues(), storeAnswers()];
  return moduleOf(
    7,
    [
      { count: 5, type: TYPE.i32 },
      { count: 26 + CONSTANTS.length, type: TYPE.v128 },
    ],
    [
      CONSTANTS.map((value, at) => set(ATTEND.constant + at, wasm.vFloat(value))),
      set(ATTEND.scale, wasm.vLoadSame(wasm.i32(SCRATCH.scale), 0)),
      wasm.loopWhileBelow(ATTEND.query, ATTEND.queriesEnd, queryLoop),
    ],
  );
}

function compareKeys(): Code {
  const { key, at, vector, best } = ATTEND;
  const scoreOf = (query: number, half: number) => ATTEND.sum + query * 2 + half;
  const addPair = (pair: number) => [
    TWO.map((half) => set(vector + half, wasm.vLoad(get(key), half * KEYS_BYTES + pair * VECTOR_BYTES))),
    ROWS.map((query) => [
      set(vector + 2, wasm.vLoadSame(get(ATTEND.query), query * QUERY_BYTES + pair * 4)),
      TWO.map((half) => {
        const score = scoreOf(query, half);
        const product = wasm.vDot(get(vector + 2), get(vector + half));
        return set(score, pair === 0 ? product : wasm.vAdd(get(score), product));
      }),
    ]),
  ];
  const keyLoop = [
    Array.from({ length: PAIRS }, (_, pair) => addPair(pair)),
    ROWS.map((query) =>
      TWO.map((half) => [
        wasm.vStore(get(at), scoresOf(query) + half * VECTOR_BYTES, get(scoreOf(query, half))),
        set(best + query, wasm.vMax(get(best + query), get(scoreOf(query, half)))),
      ]),
    ),
    advance(key, 2 * KEYS_BYTES),
    advance(at, KEYS_AT_ONCE * 4),
  ];
  return [
    ROWS.map((query) => set(best + query, wasm.vSame(wasm.i32(-0x7fffffff)))),
    set(key, get(ATTEND.keys)),
    set(at, wasm.i32(0)),
    wasm.loopWhileBelow(key, ATTEND.keysEnd, keyLoop),
    set(ATTEND.scoreBytes, get(at)),
    set(ATTEND.shareBytes, wasm.shiftRight(get(at), 1)),
    ROWS.map((query) => reduceLanes(best + query, wasm.vMax)),
  ];
}

/** Leaves the result of an operation over all lanes in every lane of a local. */
function reduceLanes(local: number, join: (one: Code, other: Code) => Code): Code {
  const swap = (lanes: readonly number[]) => wasm.vPick(get(local), get(local), lanes);
  return [set(local, join(get(local), swap([2, 3, 0, 1]))), set(local, join(get(local), swap([1, 0, 3, 2])))];
}

function shareAttention(): Code {
  const { at, vector, total } = ATTEND;
  const share = (query: number, half: number): Code => {
    const { power, whole } = ATTEND;
    const score = wasm.vLoad(get(at), scoresOf(query) + half * VECTOR_BYTES);
    const difference = wasm.vToFloat(wasm.vSubtract(score, get(ATTEND.best + query)));
    const scaled = wasm.vFloatMultiply(difference, get(ATTEND.scale));
    const [a, b, c] = POWER.map(constant) as [Code, Code, Code];
    const times = (one: Code) => wasm.vFloatMultiply(one, get(power));
    const fraction = wasm.vFloatAdd(
      times(wasm.vFloatAdd(times(wasm.vFloatAdd(times(c), b)), a)),
      constant(1),
    );
    // The lowest bits of a rounded float are the whole number; they are added to the exponent.
    const raised = wasm.vAdd(fraction, wasm.vShiftLeft(get(whole), FRACTION_BITS));
    const most = wasm.vFloatMultiply(raised, constant(MAX_SHARE));
    return [
      set(power, wasm.vFloatMax(scaled, constant(LEAST_POWER))),
      set(whole, wasm.vFloatAdd(get(power), constant(ROUNDER))),
      set(power, wasm.vFloatSubtract(get(power), wasm.vFloatSubtract(get(whole), constant(ROUNDER)))),
      set(vector + half, wasm.vSubtract(wasm.vFloatAdd(most, constant(ROUNDER)), constant(ROUNDER))),
    ];
  };
  const shareLoop = [
    ROWS.map((query) => [
      TWO.map((half) => share(query, half)),
      set(total + query, wasm.vAdd(get(total + query), wasm.vAdd(get(vector), get(vector + 1)))),
      wasm.vStore(wasm.shiftRight(get(at), 1), sharesOf(query), wasm.vNarrow(get(vector), get(vector + 1))),
    ]),
    advance(at, KEYS_AT_ONCE * 4),
  ];
  return [
    ROWS.map((query) => set(total + query, NOTHING)),
    set(at, wasm.i32(0)),
    wasm.loopWhileBelow(at, ATTEND.scoreBytes, shareLoop),
    ROWS.map((query) => reduceLanes(total + query, wasm.vAdd)),
  ];
}

function addValues(): Code {
  const { at, value, vector } = ATTEND;
  const sumOf = (query: number, third: number) => ATTEND.sum + query * 3 + third;
  const valueLoop = [
    THREE.map((third) => set(vector + third, wasm.vLoad(get(value), third * VECTOR_BYTES))),
    ROWS.map((query) => [
      set(ATTEND.power, wasm.vLoadSame(get(at), sharesOf(query))),
      THREE.map((third) => {
        const product = wasm.vDot(get(ATTEND.power), get(vector + third));
        return set(sumOf(query, third), wasm.vAdd(get(sumOf(query, third)), product));
      }),
    ]),
    advance(value, VALUES_BYTES),
    advance(at, 4),
  ];
  return [
    ROWS.map((query) => THREE.map((third) => set(sumOf(query, third), NOTHING))),
    set(value, get(ATTEND.values)),
    set(at, wasm.i32(0)),
    wasm.loopWhileBelow(at, ATTEND.shareBytes, valueLoop),
    ROWS.map((query) =>
      THREE.map((third) =>
        wasm.vStore(
          get(ATTEND.output),
          query * ANSWER_BYTES + third * VECTOR_BYTES,
          get(sumOf(query, third)),
        ),
      ),
    ),
  ];
}

function storeAnswers(): Code {
  const total = (query: number) => {
    const last = wasm.loadShort(get(ATTEND.shareBytes), sharesOf(query) - 2);
    const all = wasm.vLane(get(ATTEND.total + query), 0);
    return wasm.subtract(all, wasm.multiply(last, get(ATTEND.padding)));
  };
  return [
    ROWS.map((query) =>
      wasm.store(get(ATTEND.output), query * ANSWER_BYTES + (LANES - 1) * VECTOR_BYTES, total(query)),
    ),
    advance(ATTEND.query, ROWS_AT_ONCE * QUERY_BYTES),
    advance(ATTEND.output, ROWS_AT_ONCE * ANSWER_BYTES),
  ];
}
