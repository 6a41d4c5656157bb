import { createRequire } from "node:module";
import { SupportVectorMachine } from "../../extractors/index.ts";

/** Rows to learn from, as `holdRow` makes them, with what they are. */
export interface SvmRows {
  readonly rows: readonly Float64Array[];
  /** 1 for a row of what is looked for, -1 for others. */
  readonly labels: readonly (1 | -1)[];
}

/** How a classifier is trained. */
export interface SvmSettings {
  readonly cost: number;
  readonly gamma: number;
}

/** What libsvm-js gives, of which it has no types. */
interface Trainer {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  getSVIndices(): readonly number[];
  serializeModel(): string;
  free(): void;
}
type TrainerClass = new (options: Readonly<Record<string, unknown>>) => Trainer;

/** Platt's sigmoid of a classifier that has none yet: any that rises with the decision. */
const RISING = { slope: -1, offset: 0 };

/**
 * Trains a classifier by libsvm, compiled to JavaScript: its WebAssembly takes a third of the time but writes to standard
 * error as it loads. Loaded on first use, as only training needs it. Without libsvm's own probabilities, which draw random
 * numbers that nobody can seed.
 */
export function trainSvm(training: SvmRows, settings: SvmSettings): SupportVectorMachine {
  const require = createRequire(import.meta.url);
  const Svm: TrainerClass = require("libsvm-js/asm.js");
  const { cost, gamma } = settings;
  // Types 0 and 2: classes with a cost, a radial kernel.
  const trainer = new Svm({ type: "0", kernel: "2", cost, gamma, quiet: true });
  try {
    trainer.train(
      training.rows.map((row) => [...row]),
      training.labels,
    );
    const { rho, coefficients, sign } = readModel(trainer.serializeModel());
    const vectors = trainer.getSVIndices().map((at) => training.rows[at]!);
    return new SupportVectorMachine({
      gamma,
      cost,
      vectors,
      ...RISING,
      width: training.rows[0]?.length ?? 0,
      rho: rho * sign,
      coefficients: coefficients.map((weight) => weight * sign),
    });
  } finally {
    // Its memory is not garbage-collected.
    trainer.free();
  }
}

/** The part of libsvm's model text that its library does not give; vectors are taken from the rows, as the text rounds them. */
function readModel(text: string): {
  readonly rho: number;
  readonly coefficients: Float64Array;
  readonly sign: 1 | -1;
} {
  const [head = "", body = ""] = text.split(/^SV$/m);
  // Decisions are for the class of the first row.
  const [, first] = /^label (-?1) /m.exec(head) ?? [];
  const [, rho] = /^rho (\S+)/m.exec(head) ?? [];
  const weights = body
    .trim()
    .split("\n")
    .map((line) => Number.parseFloat(line));
  return { rho: Number(rho), coefficients: Float64Array.from(weights), sign: first === "-1" ? -1 : 1 };
}

/** Platt's sigmoid: a decision of d is right with probability 1 / (1 + exp(slope · d + offset)). */
interface Sigmoid {
  readonly slope: number;
  readonly offset: number;
}

/** The limits of Lin, Lin and Weng (2007), whose version of Platt's fit this is. */
const MAX_ROUNDS = 100;
const MIN_STEP = 1e-10;
/** Keeps the matrix of second derivatives from being singular. */
const RIDGE = 1e-12;
/** A gradient so flat is the bottom. */
const FLAT = 1e-5;
/** A step must bring this share of what the slope promises. */
const SUFFICIENT = 1e-4;

/** The sigmoid that fits decisions to labels best, by Newton's method with a search along each step. */
export function fitSigmoid(decisions: readonly number[], labels: readonly (1 | -1)[]): Sigmoid {
  const positives = labels.filter((label) => label === 1).length;
  const negatives = labels.length - positives;
  // Targets short of 0 and 1, as a decision is never certain.
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const targets = labels.map((label) => (label === 1 ? high : low));
  let at: Sigmoid = { slope: 0, offset: Math.log((negatives + 1) / (positives + 1)) };
  let loss = lossOf(at, decisions, targets);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { gradient, direction } = newtonStep(at, decisions, targets);
    if (Math.abs(gradient.slope) < FLAT && Math.abs(gradient.offset) < FLAT) break;
    const descent = gradient.slope * direction.slope + gradient.offset * direction.offset;
    let step = 1;
    for (; step >= MIN_STEP; step /= 2) {
      const next = { slope: at.slope + step * direction.slope, offset: at.offset + step * direction.offset };
      const nextLoss = lossOf(next, decisions, targets);
      if (nextLoss >= loss + SUFFICIENT * step * descent) continue;
      at = next;
      loss = nextLoss;
      break;
    }
    if (step < MIN_STEP) break;
  }
  return at;
}

/** The negative log-likelihood, written so that no exponent overflows. */
function lossOf(
  { slope, offset }: Sigmoid,
  decisions: readonly number[],
  targets: readonly number[],
): number {
  let loss = 0;
  for (const [row, decision] of decisions.entries()) {
    const value = slope * decision + offset;
    const target = targets[row]!;
    loss +=
      value >= 0
        ? target * value + Math.log1p(Math.exp(-value))
        : (target - 1) * value + Math.log1p(Math.exp(value));
  }
  return loss;
}

function newtonStep(
  { slope, offset }: Sigmoid,
  decisions: readonly number[],
  targets: readonly number[],
): { readonly gradient: Sigmoid; readonly direction: Sigmoid } {
  let slopes = RIDGE;
  let offsets = RIDGE;
  let both = 0;
  const gradient = { slope: 0, offset: 0 };
  for (const [row, decision] of decisions.entries()) {
    const probability = 1 / (1 + Math.exp(slope * decision + offset));
    const curve = probability * (1 - probability);
    const error = targets[row]! - probability;
    slopes += decision * decision * curve;
    offsets += curve;
    both += decision * curve;
    gradient.slope += decision * error;
    gradient.offset += error;
  }
  const determinant = slopes * offsets - both * both;
  const direction = {
    slope: -(offsets * gradient.slope - both * gradient.offset) / determinant,
    offset: -(slopes * gradient.offset - both * gradient.slope) / determinant,
  };
  return { gradient, direction };
}
