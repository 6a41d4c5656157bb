/** Spearman's rank correlation, with the mean rank for equal values; 1 where both lists have one value only, 0 where one has. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  return correlation(ranksOf(one), ranksOf(other));
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const middle = (one.length - 1) / 2;
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (let at = 0; at < one.length; at++) {
    const first = one[at]! - middle;
    const second = other[at]! - middle;
    both += first * second;
    ofOne += first * first;
    ofOther += second * second;
  }
  if (ofOne === 0 || ofOther === 0) return ofOne === ofOther ? 1 : 0;
  return both / Math.sqrt(ofOne * ofOther);
}
