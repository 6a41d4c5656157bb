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

const STEPS = 50;
/** Rows of an even chance that the line is pulled to, so that trees that are always right do not become certain. */
const PRIOR = 1;

/** The line under which outcomes are likeliest (Platt's calibration), by Newton's method. */
export function fitLine(outcomes: readonly Outcome[]): Line {
  let [slope, offset] = [1, 0];
  for (let step = 0; step < STEPS; step++) {
    let [gradientSlope, gradientOffset] = [PRIOR * (slope - 1), PRIOR * offset];
    let [curveSlope, curveBoth, curveOffset] = [PRIOR, 0, PRIOR];
    for (const { logOdds, label, weight } of outcomes) {
      const chance = 1 / (1 + Math.exp(-(slope * logOdds + offset)));
      const error = weight * (chance - label);
      const curve = weight * chance * (1 - chance);
      gradientSlope += error * logOdds;
      gradientOffset += error;
      curveSlope += curve * logOdds * logOdds;
      curveBoth += curve * logOdds;
      curveOffset += curve;
    }
    const determinant = curveSlope * curveOffset - curveBoth * curveBoth;
    const bySlope = (curveOffset * gradientSlope - curveBoth * gradientOffset) / determinant;
    const byOffset = (curveSlope * gradientOffset - curveBoth * gradientSlope) / determinant;
    slope -= bySlope;
    offset -= byOffset;
    if (Math.abs(bySlope) + Math.abs(byOffset) < 1e-9) break;
  }
  return { slope, offset };
}
