import type { CalibratedTrees, TreeEnsemble } from "../model/index.ts";
import type { TrainingRow } from "./boosting/train-trees.ts";

/** How calibrated trees are grown from examples of some kind. */
interface CalibrationOptions<Example> {
  /** The fold of the example's site: no site is on both sides of a measurement. */
  readonly foldOf: (example: Example) => number;
  readonly grow: (examples: readonly Example[]) => TreeEnsemble;
  readonly rowOf: (example: Example) => TrainingRow;
}

/** Trees over all examples, with the line that calibrates the log-odds that trees of other sites gave each. */
export function trainCalibrated<Example>(
  examples: readonly Example[],
  { foldOf, grow, rowOf }: CalibrationOptions<Example>,
): CalibratedTrees {
  const outcomes = [...Map.groupBy(examples, foldOf)].flatMap(([fold, held]) => {
    const others = examples.filter((example) => foldOf(example) !== fold);
    if (others.length === 0) return [];
    const trees = grow(others);
    return held
      .map(rowOf)
      .map(({ row, label, weight }) => ({ logOdds: trees.scoreRow(row, 0), label, weight }));
  });
  return { trees: grow(examples), ...fitLine(outcomes) };
}

/** The log-odds of a held-out row, and its label. */
interface Outcome {
  readonly logOdds: number;
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

/** A straight line from log-odds to better ones. */
interface Line {
  readonly slope: number;
  readonly offset: number;
}

/** The prior line of a fit, and its strength. */
interface Prior extends Line {
  readonly weight: number;
}

const STEPS = 100;
const HALVINGS = 20;
/** The strength of the prior that leaves log-odds unchanged, so that trees that are always right do not become certain. */
const AS_THEY_ARE: Prior = { slope: 1, offset: 0, weight: 1 };

/** The line under which outcomes are likeliest (Platt's calibration), by Newton's method. */
export function fitLine(outcomes: readonly Outcome[], prior: Prior = AS_THEY_ARE): Line {
  let line: Line = { slope: prior.slope, offset: prior.offset };
  let loss = lossOf(outcomes, line, prior);
  for (let step = 0; step < STEPS; step++) {
    const towards = newtonStep(outcomes, line, prior);
    let size = 1;
    let next = line;
    let nextLoss = loss;
    // A whole step can overshoot where the curve is flat.
    for (let halving = 0; halving < HALVINGS && !(nextLoss < loss); halving++, size /= 2) {
      next = { slope: line.slope - size * towards.slope, offset: line.offset - size * towards.offset };
      nextLoss = lossOf(outcomes, next, prior);
    }
    if (!(nextLoss < loss)) break;
    [line, loss] = [next, nextLoss];
  }
  return line;
}

/** Keeps the matrix of second derivatives from being singular. */
const RIDGE = 1e-12;

/**
 * Platt's sigmoid of a classifier, as Lin, Lin and Weng (2007) fit it: a decision of d is right with probability
 * 1 / (1 + exp(slope · d + offset)).
 */
export function fitSigmoid(decisions: readonly number[], labels: readonly (1 | -1)[]): Line {
  const positives = labels.filter((label) => label === 1).length;
  const negatives = labels.length - positives;
  // Targets short of 0 and 1, as a decision is never certain.
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const outcomes = decisions.map((logOdds, row) => ({
    logOdds,
    label: labels[row] === 1 ? high : low,
    weight: 1,
  }));
  const prior = { slope: 0, offset: Math.log((positives + 1) / (negatives + 1)), weight: RIDGE };
  const { slope, offset } = fitLine(outcomes, prior);
  return { slope: -slope, offset: -offset };
}

/** A line whose outcomes are shrunk towards the given log-odds, by the given share of the way. */
export function shrinkTo(logOdds: number, { slope, offset }: Line, share: number): Line {
  return { slope: slope * (1 - share), offset: offset * (1 - share) + logOdds * share };
}

/** The log-odds of a share; one case each way is added, so that none is certain. */
export function logOddsOf(count: number, all: number): number {
  return Math.log((count + 1) / (all - count + 1));
}

function newtonStep(outcomes: readonly Outcome[], { slope, offset }: Line, prior: Prior): Line {
  let [bySlope, byOffset] = [prior.weight * (slope - prior.slope), prior.weight * (offset - prior.offset)];
  let [slopeCurve, bothCurve, offsetCurve] = [prior.weight, 0, prior.weight];
  for (const { logOdds, label, weight } of outcomes) {
    const chance = 1 / (1 + Math.exp(-(slope * logOdds + offset)));
    const error = weight * (chance - label);
    const curve = weight * chance * (1 - chance);
    bySlope += error * logOdds;
    byOffset += error;
    slopeCurve += curve * logOdds * logOdds;
    bothCurve += curve * logOdds;
    offsetCurve += curve;
  }
  const determinant = slopeCurve * offsetCurve - bothCurve * bothCurve;
  return {
    slope: (offsetCurve * bySlope - bothCurve * byOffset) / determinant,
    offset: (slopeCurve * byOffset - bothCurve * bySlope) / determinant,
  };
}

function lossOf(outcomes: readonly Outcome[], { slope, offset }: Line, prior: Prior): number {
  let loss = (prior.weight * ((slope - prior.slope) ** 2 + (offset - prior.offset) ** 2)) / 2;
  for (const { logOdds, label, weight } of outcomes) {
    const margin = slope * logOdds + offset;
    // log(1 + e^m) - label * m, without overflow.
    loss += weight * (Math.max(0, margin) + Math.log1p(Math.exp(-Math.abs(margin))) - label * margin);
  }
  return loss;
}
