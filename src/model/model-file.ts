import { NewsError } from "../errors/index.ts";
import { HASH_STEP } from "../text/index.ts";

/** What a model was made from, for its card and for measurements that must leave out its sites. */
export interface Training {
  /** The command that made it. */
  readonly command: string;
  readonly seed: number;
  readonly sets: readonly TrainingSet[];
  /** The registrable domains of its pages: it has seen these sites. */
  readonly domains: readonly string[];
}

/** One set of pages that a model was trained on. */
export interface TrainingSet {
  readonly name: string;
  readonly pages: number;
  /** SHA-256 over the pages and truths that were used, in order. */
  readonly hash: string;
}

/** What every model file has in common; the rest is its method's. */
export interface ModelFile {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The method that reads it. */
  readonly method: string;
  /** The names of its features: a model with other features is refused. */
  readonly features: readonly string[];
  readonly training: Training;
}

const FORMAT = "galley model";
/** Raised when what a method stores changes its meaning. */
const VERSION = 1;
/** Characters of an error: what a damaged file has for a name can be of any length. */
const MAX_PROBLEM = 500;

/** The common part of a new model file. */
export function modelHead(method: string, features: readonly string[], training: Training): ModelFile {
  return { format: FORMAT, version: VERSION, method, features, training };
}

/** Checks the common part of a model file; throws BAD_MODEL with what is wrong. */
export function readModelHead(value: unknown): ModelFile & Readonly<Record<string, unknown>> {
  if (!isRecord(value) || value.format !== FORMAT) throw badModel("it is not a galley model");
  const { version, method, features, training } = value;
  if (version !== VERSION) {
    throw badModel(`it is of version ${String(version)}, and this galley reads version ${VERSION}`);
  }
  if (typeof method !== "string") throw badModel("it names no method");
  if (!isTexts(features)) throw badModel("it lists no features");
  return { ...value, format: FORMAT, version, method, features, training: readTraining(training) };
}

/** The same for a model file of one method and with exactly its features. */
export function readHeadOf(
  method: string,
  features: readonly string[],
  value: unknown,
): ReturnType<typeof readModelHead> {
  const head = readModelHead(value);
  if (head.method !== method) throw badModel(`it is of the method ${head.method}, not ${method}`);
  checkFeatures(head, features);
  return head;
}

/** Checks that a model has exactly the features that its method computes. */
export function checkFeatures({ features }: ModelFile, expected: readonly string[]): void {
  if (features.join("\n") === expected.join("\n")) return;
  throw badModel(`its features are ${features.join(", ")}, and this galley computes ${expected.join(", ")}`);
}

/** The error of a model that cannot be used. */
export function badModel(problem: string, cause?: unknown): NewsError {
  const words = problem.length > MAX_PROBLEM ? `${problem.slice(0, MAX_PROBLEM)}…` : problem;
  return new NewsError("BAD_MODEL", `The model cannot be used: ${words}.`, { cause });
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a finite number. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function readTraining(value: unknown): Training {
  if (!isRecord(value)) throw badModel("it does not say what it was trained on");
  const { command, seed, sets, domains } = value;
  if (typeof command !== "string" || typeof seed !== "number" || !isTexts(domains) || !Array.isArray(sets)) {
    throw badModel("its record of its training is incomplete");
  }
  return { command, seed, domains, sets: sets.map(readTrainingSet) };
}

function readTrainingSet(value: unknown): TrainingSet {
  const { name, pages, hash } = isRecord(value) ? value : {};
  if (typeof name !== "string" || typeof pages !== "number" || typeof hash !== "string") {
    throw badModel("it does not name its training sets");
  }
  return { name, pages, hash };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Arrays start at multiples of this, the size of the largest numbers in them. */
const ALIGNMENT = 8;
/** The header before the arrays: the file's stamp, and a hash of samples that detects damage. */
const HEAD_BYTES = 8;
/**
 * Only a sample of the numbers is hashed: a process that reads one page has no time for all, and damage to files mostly hits
 * whole blocks, each of which has two of these.
 */
const SAMPLE_STEP = 512;

/** Numbers in their memory layout. */
type Numbers = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
type NumbersOf<Kind extends Numbers> = new (buffer: ArrayBuffer, from: number, length: number) => Kind;

/** A file of tables. */
export interface TableFile {
  readonly bytes: Uint8Array;
  /** Distinguishes it from files with other tables. */
  readonly stamp: number;
}

/** Arrays one after the other, in their memory layout: a reader of the file has nothing to decode. */
export class TableWriter {
  readonly #pieces: Uint8Array[] = [];

  numbers(numbers: Numbers): void {
    this.#push(new Uint8Array(Uint32Array.of(numbers.length).buffer));
    this.#push(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }

  /** Plain data, which goes into the file as JSON. */
  data(value: unknown): void {
    this.numbers(new TextEncoder().encode(JSON.stringify(value)));
  }

  finish(): TableFile {
    const bytes = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, HEAD_BYTES));
    let at = HEAD_BYTES;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    const numbers = new Int32Array(bytes.buffer);
    const stamp = hashOf(numbers, 1);
    numbers.set([stamp, hashOf(numbers, SAMPLE_STEP)]);
    return { bytes, stamp };
  }

  #push(bytes: Uint8Array): void {
    const padded = new Uint8Array(aligned(bytes.length));
    padded.set(bytes);
    this.#pieces.push(padded);
  }
}

/** Reads what a `TableWriter` wrote, in the same order. The arrays are views of the file. */
export class TableReader {
  readonly #buffer: ArrayBuffer;
  #at = HEAD_BYTES;

  private constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
  }

  /** A reader of the file with a stamp; undefined where the stamp differs, the file is damaged or the machine has another byte order. */
  static of(file: Uint8Array, stamp: number): TableReader | undefined {
    const { buffer, byteOffset, byteLength } = file;
    if (byteLength === 0 || byteLength % ALIGNMENT !== 0) return undefined;
    const isOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
    const own = isOwn ? buffer : file.slice().buffer;
    const numbers = new Int32Array(own);
    const isWhole = numbers[0] === stamp && numbers[1] === hashOf(numbers, SAMPLE_STEP);
    return isWhole ? new TableReader(own) : undefined;
  }

  numbers<Kind extends Numbers>(kind: NumbersOf<Kind> & { readonly BYTES_PER_ELEMENT: number }): Kind {
    const length = new Uint32Array(this.#buffer, this.#at, 1)[0]!;
    const from = this.#at + ALIGNMENT;
    this.#at = from + aligned(length * kind.BYTES_PER_ELEMENT);
    return new kind(this.#buffer, from, length);
  }

  data(): unknown {
    return JSON.parse(new TextDecoder().decode(this.numbers(Uint8Array)));
  }
}

/** A hash of every number after the head, or of one in `step`; it depends on how many there are. */
function hashOf(numbers: Int32Array, step: number): number {
  let hash = numbers.length;
  for (let at = HEAD_BYTES / 4; at < numbers.length; at += step) {
    hash = Math.imul(hash ^ numbers[at]!, HASH_STEP);
    // Without this the highest bits would depend on the highest bits alone.
    hash ^= hash >>> 15;
  }
  return hash;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
