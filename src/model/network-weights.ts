import { badModel, isRecord, type TableReader, type TableWriter } from "./model-file.ts";
import { HEAD_SIZE } from "./network-kernels.ts";
import { fromBase64 } from "./packed-numbers.ts";

/** One linear layer as it is trained: whole weights from -127 to 127, the scale of each output, and what is added. */
export interface LinearLayer {
  /** Output by output, a weight for each input. */
  readonly weights: Int8Array;
  readonly scales: Float32Array;
  readonly offsets: Float32Array;
}

/** A layer of the network: attention, and a small net for every block. */
export interface AttentionLayer {
  /** Queries, keys and values of all heads. */
  readonly attend: LinearLayer;
  readonly join: LinearLayer;
  readonly up: LinearLayer;
  readonly down: LinearLayer;
}

/** All trained parameters. */
export interface NetworkWeights {
  readonly width: number;
  /** How many inputs there are: three for each feature. */
  readonly inputs: number;
  readonly input: LinearLayer;
  readonly layers: readonly AttentionLayer[];
  readonly last: LinearLayer;
}

/** Wider rows would not fit the steps that they are rounded to. */
const MAX_WIDTH = 60;

/** The weights of a network that a file's JSON holds; throws BAD_MODEL where they are damaged. */
export function readNetwork(value: Readonly<Record<string, unknown>>, inputs: number): NetworkWeights {
  const { width, input, layers, last } = value;
  const isWhole = typeof width === "number" && width > 0 && width <= MAX_WIDTH && width % HEAD_SIZE === 0;
  if (!isWhole || !Array.isArray(layers)) throw badModel("its network has no shape");
  return {
    width,
    inputs,
    input: readLayer(input, inputs, width),
    layers: layers.map((layer) => {
      const { attend, join, up, down } = isRecord(layer) ? layer : {};
      return {
        attend: readLayer(attend, width, width * 3),
        join: readLayer(join, width, width),
        up: readLayer(up, width, width * 2),
        down: readLayer(down, width * 2, width),
      };
    }),
    last: readLayer(last, width, 1),
  };
}

/** Stores weights in their memory layout. */
export function storeNetwork(
  { width, inputs, input, layers, last }: NetworkWeights,
  file: TableWriter,
): void {
  file.data({ width, inputs, layers: layers.length });
  const inner = layers.flatMap(({ attend, join, up, down }) => [attend, join, up, down]);
  for (const { weights, scales, offsets } of [input, ...inner, last]) {
    for (const numbers of [weights, scales, offsets]) file.numbers(numbers);
  }
}

/** The weights that `storeNetwork` wrote. */
export function restoreNetwork(file: TableReader): NetworkWeights {
  const { width, inputs, layers } = file.data() as Record<"width" | "inputs" | "layers", number>;
  const next = (): LinearLayer => ({
    weights: file.numbers(Int8Array),
    scales: file.numbers(Float32Array),
    offsets: file.numbers(Float32Array),
  });
  return {
    width,
    inputs,
    input: next(),
    layers: Array.from({ length: layers }, () => ({
      attend: next(),
      join: next(),
      up: next(),
      down: next(),
    })),
    last: next(),
  };
}

function readLayer(value: unknown, inputs: number, outputs: number): LinearLayer {
  const { weights, scales, offsets } = isRecord(value) ? value : {};
  return {
    weights: Int8Array.from(readBytes(weights, inputs * outputs), (byte) => (byte << 24) >> 24),
    scales: readFloats(scales, outputs),
    offsets: readFloats(offsets, outputs),
  };
}

/** Bytes that a file holds as base64; throws BAD_MODEL on another length. */
export function readBytes(packed: unknown, count: number): Uint8Array {
  const bytes = typeof packed === "string" ? fromBase64(packed) : undefined;
  if (bytes?.length !== count) throw badModel("the numbers of its network are damaged");
  return bytes;
}

/** Floats that a file holds as base64, all of them finite. */
export function readFloats(packed: unknown, count: number): Float32Array {
  const { buffer, byteOffset } = readBytes(packed, count * 4);
  const view = new DataView(buffer, byteOffset, count * 4);
  const floats = Float32Array.from({ length: count }, (_, at) => view.getFloat32(at * 4, true));
  if (!floats.every(Number.isFinite)) throw badModel("the numbers of its network are damaged");
  return floats;
}
