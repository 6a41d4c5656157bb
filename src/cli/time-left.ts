/** The rate is that of this long: fetched pages come in bursts, and what was long ago says little. */
const WINDOW_MS = 60_000;
/** Before this there is no rate to speak of. */
const MIN_WINDOW_MS = 3000;
/** Steps of which the window is made up. */
const STEP_MS = 500;

/** Tells from a moving rate how long a run will still take. */
export class TimeLeft {
  readonly #now: () => number;
  readonly #total: number;
  #samples: { readonly ms: number; readonly done: number }[] = [];
  #done = 0;

  constructor(now: () => number, total: number) {
    this.#now = now;
    this.#total = total;
  }

  /** So much is done by now. The first one starts the clock: what a resumed run leaves out took no time. */
  add(done: number): void {
    this.#done = done;
    const ms = this.#now();
    const last = this.#samples.at(-1);
    if (last && ms - last.ms < STEP_MS) return;
    this.#samples.push({ ms, done });
    while (this.#samples.length > 2 && ms - (this.#samples[1]?.ms ?? ms) >= WINDOW_MS) this.#samples.shift();
  }

  /** Undefined where nobody can say: too early, or nothing has been done for the whole window. */
  get ms(): number | undefined {
    const first = this.#samples[0];
    const nowMs = this.#now();
    if (!first || this.#total === 0 || nowMs - first.ms < MIN_WINDOW_MS) return undefined;
    const newest = this.#samples.at(-1);
    if (newest && nowMs - newest.ms >= WINDOW_MS) return undefined;
    const rate = (this.#done - first.done) / (nowMs - first.ms);
    return rate > 0 ? Math.max(0, this.#total - this.#done) / rate : undefined;
  }

  /** The time in words for the end of a line, or nothing. */
  words(): string {
    const { ms } = this;
    return ms === undefined ? "" : `, ${describeTime(ms)} left`;
  }
}

function describeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
