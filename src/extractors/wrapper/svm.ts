import { fromBase64, isNumber, isRecord, toBase64 } from "../../model/index.ts";

/** The result of training a support vector machine with a radial kernel. */
export interface SvmParts {
  /** Features of a row. */
  readonly width: number;
  /** The width of the kernel: exp(-gamma · distance²). */
  readonly gamma: number;
  /** What a row on the wrong side of the margin cost in training. */
  readonly cost: number;
  /** Subtracted from the sum over the vectors. */
  readonly rho: number;
  /** Platt's sigmoid: a decision of d is right with probability 1 / (1 + exp(slope · d + offset)). */
  readonly slope: number;
  readonly offset: number;
  /** Support vectors, as `roundRow` makes them. */
  readonly vectors: readonly Float64Array[];
  /** One weight a vector, above 0 for vectors of the wanted class. */
  readonly coefficients: Float64Array;
}

/** A kernel below this adds nothing that a probability could show: exp(-40) is 4e-18. */
const MAX_EXPONENT = 40;

/** A support vector machine with a radial kernel and Platt's probability: how likely a row belongs to the wanted class. */
export class SupportVectorMachine {
  readonly parts: SvmParts;
  /** All vectors in one array, for the inner loop. */
  readonly #flat: Float64Array;
  readonly #width: number;

  constructor(parts: SvmParts) {
    this.parts = parts;
    this.#width = parts.width;
    this.#flat = new Float64Array(parts.vectors.length * this.#width);
    for (const [at, vector] of parts.vectors.entries()) this.#flat.set(vector, at * this.#width);
  }

  /** The probability that a row of features belongs to the wanted class. */
  probability(row: Float64Array): number {
    const { slope, offset } = this.parts;
    return 1 / (1 + Math.exp(slope * this.decide(roundRow(row)) + offset));
  }

  /** The distance of a rounded row from the border, in margins. */
  decide(row: Float64Array): number {
    const { gamma, rho, coefficients } = this.parts;
    const flat = this.#flat;
    const width = this.#width;
    let sum = -rho;
    for (let vector = 0, at = 0; vector < coefficients.length; vector++) {
      let distance = 0;
      for (let column = 0; column < width; column++) {
        const step = row[column]! - flat[at++]!;
        distance += step * step;
      }
      const exponent = gamma * distance;
      if (exponent < MAX_EXPONENT) sum += coefficients[vector]! * Math.exp(-exponent);
    }
    return sum;
  }

  /** The machine as a value for a model file. */
  encode(): EncodedSvm {
    const { gamma, cost, rho, slope, offset, vectors, coefficients } = this.parts;
    return {
      gamma,
      cost,
      rho,
      slope,
      offset,
      vectors: toBase64(packRows(vectors, this.#width)),
      coefficients: toBase64(packFloats(coefficients)),
    };
  }

  /** The machine that a value holds, or undefined where it is damaged or of another number of features. */
  static decode(value: unknown, width: number): SupportVectorMachine | undefined {
    if (!isRecord(value)) return undefined;
    const { gamma, cost, rho, slope, offset } = value;
    const vectors = readBytes(value.vectors, (bytes) => unpackRows(bytes, width));
    const coefficients = readBytes(value.coefficients, unpackFloats);
    if (!isNumber(gamma) || !isNumber(cost) || !isNumber(rho) || !isNumber(slope) || !isNumber(offset))
      return undefined;
    // A kernel that grows with the distance would overflow.
    if (gamma < 0 || vectors === undefined || coefficients?.length !== vectors.length) return undefined;
    return new SupportVectorMachine({ width, gamma, cost, rho, slope, offset, vectors, coefficients });
  }
}

/** A support vector machine as a model file holds it. */
interface EncodedSvm {
  readonly gamma: number;
  readonly cost: number;
  readonly rho: number;
  readonly slope: number;
  readonly offset: number;
  /** Base64. */
  readonly vectors: string;
  /** Base64. */
  readonly coefficients: string;
}

const FLOAT_BYTES = 8;

function packFloats(values: Float64Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * FLOAT_BYTES));
  for (const [at, value] of values.entries()) bytes.setFloat64(at * FLOAT_BYTES, value, true);
  return new Uint8Array(bytes.buffer);
}

function unpackFloats(bytes: Uint8Array): Float64Array | undefined {
  if (bytes.length % FLOAT_BYTES !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const values = Float64Array.from({ length: bytes.length / FLOAT_BYTES }, (_, at) =>
    view.getFloat64(at * FLOAT_BYTES, true),
  );
  return values.every(Number.isFinite) ? values : undefined;
}

function readBytes<Read>(value: unknown, read: (bytes: Uint8Array) => Read | undefined): Read | undefined {
  const bytes = typeof value === "string" ? fromBase64(value) : undefined;
  return bytes && read(bytes);
}

/** Values are whole numbers of this step, so that a stored vector is the very one that was learned, in two bytes a value. */
const STEPS = 4096;
/** Features are shares of pages and screens; one beyond this is as far away as any. */
const MAX_VALUE = 7;

/** A row of features, clamped and rounded to steps as stored vectors are. */
export function roundRow(row: Float64Array): Float64Array {
  return row.map((value) => Math.round(Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value)) * STEPS) / STEPS);
}

/** Rounded rows as bytes. */
function packRows(rows: readonly Float64Array[], width: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(rows.length * width * 2));
  let at = 0;
  for (const row of rows) {
    for (let column = 0; column < width; column++, at += 2)
      bytes.setInt16(at, Math.round(row[column]! * STEPS), true);
  }
  return new Uint8Array(bytes.buffer);
}

/** The rows that bytes hold, or undefined where they are not a whole number of rows. */
function unpackRows(bytes: Uint8Array, width: number): Float64Array[] | undefined {
  if (bytes.length % (width * 2) !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / (width * 2) }, (_, row) =>
    Float64Array.from(
      { length: width },
      (_value, column) => view.getInt16((row * width + column) * 2, true) / STEPS,
    ),
  );
}
