/** The time of some pages: processor time of all threads, and time on the clock. */
export interface Taken {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Something to race: does the pages from `first` to before `end`, and tells what that took. */
export interface Runner {
  readonly name: string;
  timeOf(first: number, end: number): Promise<Taken>;
}

/** What a runner took in each pass over all pages. */
interface Laps {
  readonly name: string;
  readonly passes: readonly Taken[];
}

/** Pages per turn: few enough to spread the machine's slow moments, many enough for the fastest runner to refill its caches. */
const TURN_PAGES = 80;
/**
 * Pages that a runner does beforehand, in whole passes: engines go on compiling for so long. The first pass of `quick` alone takes 3 s of
 * processor time, most of it the compiler's, and the third still takes a third longer than those after 1,500 pages (2026-11-18).
 */
const WARM_UP_PAGES = 1500;
/** Slow runners stop earlier. */
const MAX_WARM_UP_MS = 20_000;

/** Lets a runner work until it is warm. */
export async function warmUp(runner: Runner, pageCount: number): Promise<void> {
  for (let done = 0, worked = 0; done < WARM_UP_PAGES && worked < MAX_WARM_UP_MS; done += pageCount)
    worked += (await runner.timeOf(0, pageCount)).cpuMs;
}

/** Runs all runners over all pages, some pages each in turn, so that a slow moment of the machine hits them alike. */
export async function race(runners: readonly Runner[], pageCount: number, passes: number): Promise<Laps[]> {
  const laps = runners.map(({ name }) => ({ name, passes: [] as Taken[] }));
  for (let pass = 0; pass < passes; pass++) {
    for (const own of laps) own.passes.push({ cpuMs: 0, wallMs: 0 });
    for (let first = 0; first < pageCount; first += TURN_PAGES) {
      const end = Math.min(first + TURN_PAGES, pageCount);
      for (const [index, runner] of runners.entries()) {
        const { cpuMs, wallMs } = await runner.timeOf(first, end);
        const sum = laps[index]!.passes[pass]!;
        laps[index]!.passes[pass] = { cpuMs: sum.cpuMs + cpuMs, wallMs: sum.wallMs + wallMs };
      }
    }
  }
  return laps;
}

/** The median over passes of a runner's time as a multiple of the yardstick's in the same pass. */
export function medianRatio(laps: Laps, yardstick: Laps, clock: keyof Taken): number {
  return median(laps.passes.map((own, pass) => own[clock] / (yardstick.passes[pass] ?? own)[clock]));
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** The contenders of a race, and its yardstick. */
export interface Track {
  /** The warm runner that all others are given as multiples of. */
  readonly yardstick: Runner;
  readonly pageCount: number;
  /** Of all pages together. */
  readonly megabytes: number;
  readonly passes: number;
}

/** Races a runner against the yardstick alone: with many waiting runners, the system would take their memory away meanwhile. */
export async function raceAlone(runner: Runner, track: Track): Promise<string> {
  await warmUp(runner, track.pageCount);
  const [bare, own] = await race([track.yardstick, runner], track.pageCount, track.passes);
  return resultLine(own!, bare!, track);
}

/** A line of the table: by the clock, and the processor time of all threads, those of the garbage collector and the compiler too. */
export function resultLine(own: Laps, bare: Laps, { pageCount, megabytes }: Track): string {
  const ms = median(own.passes.map(({ wallMs }) => wallMs));
  const multiple = medianRatio(own, bare, "wallMs").toFixed(3).padStart(7);
  const ofProcessor = medianRatio(own, bare, "cpuMs").toFixed(3).padStart(7);
  const perPage = (ms / pageCount).toFixed(2).padStart(8);
  const speed = ((megabytes * 1000) / ms).toFixed(1).padStart(7);
  return `${own.name.padEnd(15)} ${multiple}x parse5 ${perPage} ms a page ${speed} MB/s, CPU ${ofProcessor}x `;
}
