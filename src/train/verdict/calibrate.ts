/** What trees said of a row that they had not seen, in log-odds, and what is true of it. */
export interface Outcome {
  readonly logOdds: number;
  /** 1 or 0. */
  readonly label: number;
  readonly weight: number;
}

/** A straight line from log-odds to better ones. */
export interface Line {
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
