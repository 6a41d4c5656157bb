import { NewsError } from "../errors/index.ts";

/** What a model was made from, for its card and for those who must not measure on what it saw. */
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
  /** The names of its features: a model of others is not read. */
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
  if (!isRecord(value) || value.format !== FORMAT) throw badModel("it is no model of galley");
  const { version, method, features, training } = value;
  if (version !== VERSION) {
    throw badModel(`it is of version ${String(version)}, and this galley reads version ${VERSION}`);
  }
  if (typeof method !== "string") throw badModel("it names no method");
  if (!isTexts(features)) throw badModel("it lists no features");
  return { ...value, format: FORMAT, version, method, features, training: readTraining(training) };
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

/** Whether a value is a number, and no endless one. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function readTraining(value: unknown): Training {
  if (!isRecord(value)) throw badModel("it does not say what it was trained on");
  const { command, seed, sets, domains } = value;
  if (typeof command !== "string" || typeof seed !== "number" || !isTexts(domains) || !Array.isArray(sets)) {
    throw badModel("what it says of its training is incomplete");
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
