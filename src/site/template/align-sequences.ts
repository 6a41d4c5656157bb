/** Two places that an alignment puts side by side; -1 where one sequence has none. */
export interface AlignedPair {
  readonly a: number;
  readonly b: number;
  /** Whether they are alike; places side by side need not be. */
  readonly isMatch: boolean;
}

/** What an alignment asks of two sequences. */
export interface Sequences {
  readonly lengthA: number;
  readonly lengthB: number;
  isAlike(a: number, b: number): boolean;
}

/** Steps of an alignment, as stored for the way back. */
const STEP = { both: 0, onlyA: 1, onlyB: 2 } as const;

/** The alignment of least Levenshtein distance: matches cost nothing, all else 1. Equal ends are not searched. */
export function alignSequences({ lengthA, lengthB, isAlike }: Sequences): AlignedPair[] {
  const shorter = Math.min(lengthA, lengthB);
  let head = 0;
  while (head < shorter && isAlike(head, head)) head++;
  let tail = 0;
  while (tail < shorter - head && isAlike(lengthA - 1 - tail, lengthB - 1 - tail)) tail++;
  const middle = alignMiddle({
    lengthA: lengthA - head - tail,
    lengthB: lengthB - head - tail,
    isAlike: (a, b) => isAlike(a + head, b + head),
  });
  return [
    ...Array.from({ length: head }, (_, at) => ({ a: at, b: at, isMatch: true })),
    ...middle.map(({ a, b, isMatch }) => ({ a: a < 0 ? a : a + head, b: b < 0 ? b : b + head, isMatch })),
    ...Array.from({ length: tail }, (_, at) => ({
      a: lengthA - tail + at,
      b: lengthB - tail + at,
      isMatch: true,
    })),
  ];
}

function alignMiddle({ lengthA, lengthB, isAlike }: Sequences): AlignedPair[] {
  const width = lengthB + 1;
  const steps = new Uint8Array((lengthA + 1) * width);
  const alike = new Uint8Array(steps.length);
  steps.fill(STEP.onlyB, 0, width);
  let above = Int32Array.from({ length: width }, (_, b) => b);
  let row = new Int32Array(width);
  for (let a = 1; a <= lengthA; a++) {
    row[0] = a;
    steps[a * width] = STEP.onlyA;
    for (let b = 1; b < width; b++) {
      const cell = a * width + b;
      alike[cell] = Number(isAlike(a - 1, b - 1));
      const both = above[b - 1]! + 1 - alike[cell]!;
      const single = Math.min(above[b]!, row[b - 1]!) + 1;
      row[b] = Math.min(both, single);
      if (both > single) steps[cell] = above[b]! <= row[b - 1]! ? STEP.onlyA : STEP.onlyB;
    }
    [above, row] = [row, above];
  }
  const pairs: AlignedPair[] = [];
  for (let a = lengthA, b = lengthB; a > 0 || b > 0; ) {
    const cell = a * width + b;
    const step = steps[cell];
    if (step !== STEP.onlyB) a--;
    if (step !== STEP.onlyA) b--;
    const isMatch = step === STEP.both && alike[cell] === 1;
    pairs.push({ a: step === STEP.onlyB ? -1 : a, b: step === STEP.onlyA ? -1 : b, isMatch });
  }
  return pairs.reverse();
}
