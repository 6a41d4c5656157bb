import { afterEach, describe, expect, test, vi } from "vitest";
import { BlockNetwork, INPUT_ROWS, INPUT_STEPS } from "./block-network.ts";
import { HEAD_SIZE, plainKernels, WINDOW } from "./network-kernels.ts";
import { type NetworkWeights, readNetwork } from "./network-weights.ts";
import { toBase64 } from "./packed-numbers.ts";

const WIDTH = 2 * HEAD_SIZE;
const INPUTS = 18;

/** Numbers from -1 to 1, the same for the same seed. */
function drawer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

/** A linear layer as a file holds it. */
function packedLayer(inputs: number, outputs: number, draw: () => number) {
  const floats = (scale: number) => Float32Array.from({ length: outputs }, () => scale * draw());
  const bytes = (numbers: Float32Array) => toBase64(new Uint8Array(numbers.buffer));
  const weights = Int8Array.from({ length: inputs * outputs }, () => Math.round(127 * draw()));
  return {
    weights: toBase64(new Uint8Array(weights.buffer)),
    scales: bytes(floats(0.01)),
    offsets: bytes(floats(0.3)),
  };
}

function packedNetwork(seed: number) {
  const draw = drawer(seed);
  const layer = () => ({
    attend: packedLayer(WIDTH, WIDTH * 3, draw),
    join: packedLayer(WIDTH, WIDTH, draw),
    up: packedLayer(WIDTH, WIDTH * 2, draw),
    down: packedLayer(WIDTH * 2, WIDTH, draw),
  });
  return {
    width: WIDTH,
    input: packedLayer(INPUTS, WIDTH, draw),
    layers: [layer(), layer()],
    last: packedLayer(WIDTH, 1, draw),
  };
}

const WEIGHTS: NetworkWeights = readNetwork(packedNetwork(7), INPUTS);

/** The output of a network for blocks whose inputs are drawn; some may be changed. */
function scoreBlocks(
  network: BlockNetwork,
  count: number,
  change: (inputs: Int16Array, block: number) => void = () => {},
): Float64Array {
  const draw = drawer(count);
  for (let first = 0; first < count; first += INPUT_ROWS) {
    const rows = Math.min(INPUT_ROWS, count - first);
    for (let row = 0; row < rows; row++) {
      const inputs = network.inputRows.subarray(row * INPUTS, (row + 1) * INPUTS);
      for (let at = 0; at < INPUTS; at++) inputs[at] = Math.round(2 * INPUT_STEPS * draw());
      change(inputs, first + row);
    }
    network.take(first, rows);
  }
  const into = new Float64Array(count);
  network.score(count, into);
  return into;
}

afterEach(() => vi.unstubAllGlobals());

describe("a network over blocks", () => {
  const fast = new BlockNetwork(WEIGHTS);
  const plain = new BlockNetwork(WEIGHTS, plainKernels);

  test.each([1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 100, WINDOW])(
    "gives the same numbers in WebAssembly and JavaScript, to the last bit, of %i blocks",
    (count) => {
      const found = scoreBlocks(fast, count);
      expect(found).toEqual(scoreBlocks(plain, count));
      expect(found.every(Number.isFinite)).toBe(true);
      if (count > 8) expect(new Set(found).size).toBeGreaterThan(count / 2);
    },
  );

  test("gives the same again, whatever was scored in between", () => {
    const first = scoreBlocks(fast, 21);
    scoreBlocks(fast, 300);
    expect(scoreBlocks(fast, 21)).toEqual(first);
  });

  test("lets every block look at every other one, and tells their order", () => {
    const before = scoreBlocks(fast, 40);
    const after = scoreBlocks(fast, 40, (inputs, block) => {
      if (block === 39) inputs.fill(INPUT_STEPS);
    });
    expect(before.filter((logOdds, block) => logOdds !== after[block]).length).toBeGreaterThan(35);
    const alike = scoreBlocks(fast, 40, (inputs) => {
      inputs.fill(INPUT_STEPS);
    });
    expect(new Set(alike).size).toBe(1);
    const odd = scoreBlocks(fast, 40, (inputs, block) => {
      inputs.fill(block === 20 ? -INPUT_STEPS : INPUT_STEPS);
    });
    expect(odd[19]).not.toBe(odd[2]);
  });

  test("gives the same where the largest weights meet the largest inputs: no sum overflows", () => {
    const extreme = ({ weights, scales, offsets }: NetworkWeights["input"]) => ({
      weights: weights.map((weight) => (weight < 0 ? -127 : 127)),
      scales: scales.map((scale) => 100 * scale),
      offsets,
    });
    const layers = WEIGHTS.layers.map(({ attend, join, up, down }) => ({
      attend: extreme(attend),
      join: extreme(join),
      up: extreme(up),
      down: extreme(down),
    }));
    const large = { ...WEIGHTS, input: extreme(WEIGHTS.input), layers };
    const most = (inputs: Int16Array) => {
      for (let at = 0; at < INPUTS; at++) inputs[at] = inputs[at]! < 0 ? -32_767 : 32_767;
    };
    const found = scoreBlocks(new BlockNetwork(large), WINDOW, most);
    expect(found).toEqual(scoreBlocks(new BlockNetwork(large, plainKernels), WINDOW, most));
    expect(found.every(Number.isFinite)).toBe(true);
  });

  test("runs where there is no WebAssembly", () => {
    const expected = scoreBlocks(fast, 33);
    vi.stubGlobal("WebAssembly", undefined);
    expect(scoreBlocks(new BlockNetwork(WEIGHTS), 33)).toEqual(expected);
  });
});

describe("a damaged network", () => {
  const whole = packedNetwork(7);
  const longer = { ...whole.last, offsets: `AAAA${whole.last.offsets}` };
  const endless = { ...whole.last, scales: toBase64(new Uint8Array(Float32Array.of(Number.NaN).buffer)) };

  test.each([
    ["has no width", { ...whole, width: undefined }],
    ["has a width that no heads fit", { ...whole, width: HEAD_SIZE + 1 }],
    ["has no layers", { ...whole, layers: 2 }],
    ["has an empty layer", { ...whole, layers: [null] }],
    ["has too many numbers", { ...whole, last: longer }],
    ["has a number that is none", { ...whole, last: endless }],
    ["has no base64", { ...whole, input: { ...whole.input, weights: "?" } }],
  ])("is refused: it %s", (_, value) => {
    expect(() => readNetwork(value, INPUTS)).toThrow(expect.objectContaining({ code: "BAD_MODEL" }));
  });
});
