/**
 * The network beside the trees: a small transformer over the blocks of a page. Trees see a block and its neighbours; the
 * network lets every block look at all others of the page.
 */
import {
  BlockNetwork,
  badModel,
  INPUT_ROWS,
  INPUT_STEPS,
  type ModelFile,
  modelHead,
  NETWORK_WINDOW,
  type NetworkWeights,
  readBytes,
  readFloats,
  readModelHead,
  readNetwork,
  restoreNetwork,
  storeNetwork,
  type TableReader,
  type TableWriter,
  type Training,
} from "../../model/index.ts";
import type { Page, RowBatch } from "../../page/index.ts";
import { hasText } from "../score-leaves.ts";
import { type BlockRows, FUSED_FEATURES } from "./rows.ts";

/** The method's name in model files. */
const ATTENTION_METHOD = "attention";
/** The ensemble weight is a multiple of 1/16, so that the blend of log-odds is exact in floating point. */
const WEIGHT_STEPS = 16;
/** A rank as an input: about -1.7 to 1.8, and its square about -1 to 2. */
const MIDDLE_RANK = 32;
const RANK_SPREAD = 18;

/** A network that weighs the blocks of a page, and how much it counts beside the trees. */
export interface AttentionModel {
  readonly training: Training;
  /** The share of its log-odds in the blend with those of the trees. */
  readonly weight: number;
  readonly ranks: FeatureRanks;
  readonly weights: NetworkWeights;
}

/** How features become inputs: by the quantiles of the training rows that they lie between. */
export interface FeatureRanks {
  /** The column of each feature in `FUSED_FEATURES`. */
  readonly columns: Int32Array;
  /** How many quantiles each feature has; equal ones count once. */
  readonly counts: Uint8Array;
  /** The quantiles, feature after feature. */
  readonly bounds: Float32Array;
  /** The ranks between them, one more for each feature. */
  readonly ranks: Uint8Array;
}

/** What training writes, without the head of model files. */
export interface TrainedAttention {
  readonly features: readonly string[];
  readonly [part: string]: unknown;
}

/** A model as the value that its file holds as JSON; throws BAD_MODEL where what was trained is incomplete. */
export function packAttention({ features, ...parts }: TrainedAttention, training: Training): ModelFile {
  const file = { ...parts, ...modelHead(ATTENTION_METHOD, features, training) };
  readAttention(file);
  return file;
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of unknown features or damaged. */
export function readAttention(value: unknown): AttentionModel {
  const head = readModelHead(value);
  if (head.method !== ATTENTION_METHOD)
    throw badModel(`it is of the method ${head.method}, not ${ATTENTION_METHOD}`);
  const { training, features, weight, bins, bounds, ranks } = head;
  if (typeof weight !== "number" || !(weight >= 0 && weight <= 1) || !Number.isInteger(weight * WEIGHT_STEPS))
    throw badModel("its weight is not a multiple of 1/16");
  const unknown = features.find((name) => !FUSED_FEATURES.includes(name));
  if (unknown !== undefined || features.length % 2 !== 0)
    throw badModel(`this galley computes no feature ${unknown ?? "beside its last"}`);
  const counts = Uint8Array.from(readBytes(bins, features.length));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    training,
    weight,
    ranks: {
      columns: Int32Array.from(features, (name) => FUSED_FEATURES.indexOf(name)),
      counts,
      bounds: readFloats(bounds, all),
      ranks: Uint8Array.from(readBytes(ranks, all + features.length)),
    },
    weights: readNetwork(head, features.length * 3),
  };
}

/** Writes a model in its memory layout. */
export function storeAttention(
  { training, weight, ranks, weights }: AttentionModel,
  file: TableWriter,
): void {
  const { columns, counts, bounds, ranks: between } = ranks;
  file.data({ training, weight });
  for (const numbers of [columns, counts, bounds, between]) file.numbers(numbers);
  storeNetwork(weights, file);
}

/** The model that `storeAttention` wrote. */
export function restoreAttention(file: TableReader): AttentionModel {
  const { training, weight } = file.data() as Pick<AttentionModel, "training" | "weight">;
  const ranks = {
    columns: file.numbers(Int32Array),
    counts: file.numbers(Uint8Array),
    bounds: file.numbers(Float32Array),
    ranks: file.numbers(Uint8Array),
  };
  return { training, weight, ranks, weights: restoreNetwork(file) };
}

/** Where a page has more blocks with text than these, trees weigh it alone: the time of the network stays below a quarter of a second. */
const MAX_BLOCKS = 4 * NETWORK_WINDOW;

/** Weighs the blocks of pages; a process makes one of each model. */
export class AttentionWeigher {
  /** The share of the network's log-odds. */
  readonly weight: number;
  readonly #network: BlockNetwork;
  readonly #inputs: InputWriter;
  readonly #batch = {
    count: 0,
    blocks: new Int32Array(INPUT_ROWS),
    values: new Float32Array(INPUT_ROWS * FUSED_FEATURES.length),
    width: FUSED_FEATURES.length,
  };

  constructor({ weight, ranks, weights }: AttentionModel, network = new BlockNetwork(weights)) {
    this.weight = weight;
    this.#network = network;
    this.#inputs = new InputWriter(ranks);
  }

  /** The log-odds of the blocks with text, by block; undefined where there are none or too many. */
  weigh(page: Page, rows: BlockRows): Float64Array | undefined {
    const { count } = page.blocks;
    const blocks = new Int32Array(count);
    let shown = 0;
    for (let block = 0; block < count; block++) if (hasText(page, block)) blocks[shown++] = block;
    if (shown === 0 || shown > MAX_BLOCKS) return undefined;
    const logOdds = new Float64Array(count);
    const size = Math.ceil(shown / Math.ceil(shown / NETWORK_WINDOW));
    const found = new Float64Array(size);
    for (let first = 0; first < shown; first += size) {
      const own = blocks.subarray(first, Math.min(shown, first + size));
      this.#weighWindow(rows, own, found);
      for (let at = 0; at < own.length; at++) logOdds[own[at]!] = found[at]!;
    }
    return logOdds;
  }

  #weighWindow(rows: BlockRows, blocks: Int32Array, into: Float64Array): void {
    const batch = this.#batch;
    for (let first = 0; first < blocks.length; first += INPUT_ROWS) {
      batch.count = Math.min(INPUT_ROWS, blocks.length - first);
      for (let at = 0; at < batch.count; at++) batch.blocks[at] = blocks[first + at]!;
      rows.writeAll(batch);
      this.#inputs.write(batch, this.#network.inputRows);
      this.#network.take(first, batch.count);
    }
    this.#network.score(blocks.length, into);
  }
}

/** Writes features as inputs of the network. */
class InputWriter {
  readonly #ranks: FeatureRanks;
  /** The inputs of every rank between quantiles: itself, and its square less one. */
  readonly #values: Int16Array;
  readonly #squares: Int16Array;

  constructor(ranks: FeatureRanks) {
    this.#ranks = ranks;
    const inputs = Float64Array.from(ranks.ranks, (rank) => (rank - MIDDLE_RANK) / RANK_SPREAD);
    this.#values = Int16Array.from(inputs, (value) => Math.round(value * INPUT_STEPS));
    this.#squares = Int16Array.from(inputs, (value) => Math.round((value * value - 1) * INPUT_STEPS));
  }

  /** Writes feature by feature: three values in five are those of the block before, and need not be looked up again. */
  write({ count, values, width }: Omit<RowBatch, "blocks">, into: Int16Array): void {
    const { columns, counts, bounds } = this.#ranks;
    const features = columns.length;
    let first = 0;
    for (let feature = 0; feature < features; feature++) {
      const end = first + counts[feature]!;
      let last = Number.NaN;
      let [own, square, missing] = [0, 0, INPUT_STEPS];
      let from = columns[feature]!;
      for (let to = feature; to < count * features * 3; to += features * 3, from += width) {
        const value = values[from]!;
        if (value !== last) {
          last = value;
          missing = Number.isNaN(value) ? INPUT_STEPS : 0;
          // Every feature has one rank more than it has quantiles.
          const rank = missing === 0 ? findAbove(bounds, value, first, end) + feature : 0;
          own = missing === 0 ? this.#values[rank]! : 0;
          square = missing === 0 ? this.#squares[rank]! : 0;
        }
        into[to] = own;
        into[to + features] = square;
        into[to + 2 * features] = missing;
      }
      first = end;
    }
  }
}

/** The place of the first bound above a value, or the end; without branches, since their direction cannot be predicted. */
function findAbove(bounds: Float32Array, value: number, first: number, end: number): number {
  let low = first;
  let left = end - first;
  while (left > 0) {
    const half = (left + 1) >> 1;
    low += half & -Number(bounds[low + half - 1]! <= value);
    left -= half;
  }
  return low;
}
