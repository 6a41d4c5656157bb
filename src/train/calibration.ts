import type { CalibratedTrees, TreeEnsemble } from "../model/index.ts";
import type { TrainingRow } from "./boosting/train-trees.ts";

/** How calibrated trees are grown from examples of some kind. */
interface CalibrationOptions<Example> {
  /** The fold of the example's site: no site is on both sides of a measurement. */
  readonly foldOf: (example: Example) => number;
  readonly grow: (examples: readonly Example[]) => TreeEnsemble;
  readonly rowOf: (example: Example) => TrainingRow;
}

/** Trees over all examples, with the line that calibrates what trees of other sites said of each. */
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
  /** 1 or 0. */
  readonly label: number;
  readonly weight: number;
}

/** A straight line from log-odds to better ones. */
interface Line {
  readonly slope: number;
  readonly offset: number;
}

const STEPS = 100;
const HALVINGS = 20;
/** The pull to leaving log-odds as they are, so that trees that are always right do not become certain. */
const PRIOR = 1;

/** The line under which outcomes are likeliest (Platt's calibration), by Newton's method. */
export function fitLine(outcomes: readonly Outcome[]): Line {
  let line: Line = { slope: 1, offset: 0 };
  let loss = lossOf(outcomes, line);
  for (let step = 0; step < STEPS; step++) {
    const towards = newtonStep(outcomes, line);
    let size = 1;
    let next = line;
    let nextLoss = loss;
    // A whole step can overshoot where the curve is flat.
    for (let halving = 0; halving < HALVINGS && !(nextLoss < loss); halving++, size /= 2) {
      next = { slope: line.slope - size * towards.slope, offset: line.offset - size * towards.offset };
      nextLoss = lossOf(outcomes, next);
    }
    if (!(nextLoss < loss)) break;
    [line, loss] = [next, nextLoss];
  }
  return line;
}

/** A line whose outcomes are nearer to the given log-odds, by the given share of the way. */
export function drawTo(logOdds: number, { slope, offset }: Line, share: number): Line {
  return { slope: slope * (1 - share), offset: offset * (1 - share) + logOdds * share };
}

/** The log-odds of a share; one case each way is added, so that none is certain. */
export function logOddsOf(count: number, all: number): number {
  return Math.log((count + 1) / (all - count + 1));
}

function newtonStep(outcomes: readonly Outcome[], { slope, offset }: Line): Line {
  let [bySlope, byOffset] = [PRIOR * (slope - 1), PRIOR * offset];
  let [slopeCurve, bothCurve, offsetCurve] = [PRIOR, 0, PRIOR];
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

function lossOf(outcomes: readonly Outcome[], { slope, offset }: Line): number {
  let loss = (PRIOR * ((slope - 1) ** 2 + offset ** 2)) / 2;
  for (const { logOdds, label, weight } of outcomes) {
    const margin = slope * logOdds + offset;
    // log(1 + e^m) - label * m, without overflow.
    loss += weight * (Math.max(0, margin) + Math.log1p(Math.exp(-Math.abs(margin))) - label * margin);
  }
  return loss;
}
