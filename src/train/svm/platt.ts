/** Platt's sigmoid: a decision of d is right with probability 1 / (1 + exp(slope · d + offset)). */
export interface Sigmoid {
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
