import { type Laps, median, medianRatio, type Runner, race, warmUp } from "./race.ts";

/** What all runners are raced on and against. */
export interface Track {
  /** The warm runner that all others are told as multiples of. */
  readonly yardstick: Runner;
  readonly pageCount: number;
  /** Of all pages together. */
  readonly megabytes: number;
  readonly passes: number;
}

/** Races a runner against the yardstick alone: where many wait for their turn, the system takes their memory away meanwhile. */
export async function raceAlone(runner: Runner, track: Track): Promise<string> {
  await warmUp(runner, track.pageCount);
  const [bare, own] = await race([track.yardstick, runner], track.pageCount, track.passes);
  return resultLine(own!, bare!, track);
}

/** A line of the table. */
export function resultLine(own: Laps, bare: Laps, { pageCount, megabytes }: Track): string {
  const ms = median(own.passMs);
  const multiple = medianRatio(own, bare).toFixed(3).padStart(7);
  const perPage = (ms / pageCount).toFixed(2).padStart(8);
  const speed = ((megabytes * 1000) / ms).toFixed(1).padStart(7);
  return `${own.name.padEnd(15)} ${multiple}x parse5 ${perPage} ms a page ${speed} MB/s `;
}
