/** Something to race: called once for every page of a pass. */
export interface Runner {
  readonly name: string;
  run(page: number): unknown;
}

/** What a runner took: milliseconds of each pass over all pages. */
export interface Laps {
  readonly name: string;
  readonly passMs: readonly number[];
}

/** Runs all runners over all pages, pass by pass in turn, so that a slow moment of the machine hits them alike. */
export function race(runners: readonly Runner[], pageCount: number, passes: number): Laps[] {
  const laps = runners.map(({ name }) => ({ name, passMs: [] as number[] }));
  for (const { run } of runners) for (let page = 0; page < pageCount; page++) run(page);
  for (let pass = 0; pass < passes; pass++) {
    for (const [index, { run }] of runners.entries()) {
      const start = performance.now();
      for (let page = 0; page < pageCount; page++) run(page);
      laps[index]?.passMs.push(performance.now() - start);
    }
  }
  return laps;
}

/** The median over passes of a runner's time as a multiple of the yardstick's in the same pass. */
export function medianRatio(laps: Laps, yardstick: Laps): number {
  return median(laps.passMs.map((ms, pass) => ms / (yardstick.passMs[pass] ?? ms)));
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
