/** A probability that something is so, and whether it was. */
export interface Forecast {
  readonly chance: number;
  readonly isTrue: boolean;
}

/** The area under the ROC curve: how often a true one has the higher chance of two; null where one kind is missing. */
export function areaUnderCurve(forecasts: readonly Forecast[]): number | null {
  const sorted = [...forecasts].sort((a, b) => a.chance - b.chance);
  const truths = sorted.filter(({ isTrue }) => isTrue).length;
  const others = sorted.length - truths;
  if (truths === 0 || others === 0) return null;
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.chance === sorted[from]!.chance) to++;
    // Those of one chance share their ranks.
    const rank = (from + 1 + to) / 2;
    for (; from < to; from++) if (sorted[from]!.isTrue) ranks += rank;
  }
  return (ranks - (truths * (truths + 1)) / 2) / (truths * others);
}
