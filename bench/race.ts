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

/** Pages that a runner takes at a turn: about 50 ms of work, short against the machine's slow moments. */
const TURN_PAGES = 10;

/** Runs all runners over all pages, a few pages each in turn, so that a slow moment of the machine hits them alike. */
export function race(runners: readonly Runner[], pageCount: number, passes: number): Laps[] {
  const laps = runners.map(({ name }) => ({ name, passMs: [] as number[] }));
  for (const { run } of runners) for (let page = 0; page < pageCount; page++) run(page);
  for (let pass = 0; pass < passes; pass++) {
    for (const { passMs } of laps) passMs.push(0);
    for (let first = 0; first < pageCount; first += TURN_PAGES) {
      const last = Math.min(first + TURN_PAGES, pageCount);
      for (const [index, { run }] of runners.entries()) {
        const start = performance.now();
        for (let page = first; page < last; page++) run(page);
        laps[index]!.passMs[pass]! += performance.now() - start;
      }
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
