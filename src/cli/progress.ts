import { statSync } from "node:fs";
import type { SingleBar } from "cli-progress";
import {
  type BatchInput,
  type IdCounts,
  type ReadMeter,
  readBatchInputs,
  surveyInputs,
  withoutDone,
} from "../archive/index.ts";

/** A count with its noun, such as `1 page` or `2 pages`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Progress of a run with several steps. */
export interface Progress {
  /** What the current step counts, how many are done, and the total where it is known. */
  show(what: string, done: number, total?: number): void;
  stop(): void;
}

const SILENT: Progress = { show: () => undefined, stop: () => undefined };

/** A bar on a terminal, nothing in a pipe; it counts up where the total is unknown. */
export async function startProgress(isWanted = true): Promise<Progress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT;
  const makeBar = await loadBar();
  let shown: { readonly what: string; readonly bar: SingleBar } | undefined;
  const begin = (what: string, total: number) => {
    shown?.bar.stop();
    const bar = makeBar(
      total > 0
        ? "{bar} {value}/{total} {what}, {eta_formatted} left"
        : "{value} {what}, {duration_formatted}",
    );
    bar.start(total, 0, { what });
    return { what, bar };
  };
  return {
    show: (what, done, total = 0) => {
      if (shown?.what !== what) shown = begin(what, total);
      shown.bar.update(done);
    },
    stop: () => shown?.bar.stop(),
  };
}

/** Loaded here: nothing is shown in a pipe. */
async function loadBar(): Promise<(format: string) => SingleBar> {
  const { SingleBar } = await import("cli-progress");
  const settings = { stream: process.stderr, clearOnComplete: true, hideCursor: true, etaBuffer: 200 };
  return (format) => new SingleBar({ ...settings, format });
}

/** Progress of a batch. */
export interface BatchProgress {
  /** Passes pages on and records how much of the input was read up to each. */
  watch<P>(pages: AsyncIterable<P>): AsyncIterable<P>;
  show(done: { readonly pages: number; readonly failed: number }): void;
  stop(): void;
}

const SILENT_BATCH: BatchProgress = { watch: (pages) => pages, show: () => undefined, stop: () => undefined };

interface Task {
  readonly inputs: readonly BatchInput[];
  /** Pages that are left out, as they have their lines already. */
  readonly done?: IdCounts | undefined;
  readonly isWanted: boolean;
  /** Counts the bytes read from files of lines. */
  readonly meter: ReadMeter;
}

/** Time between updates of the time left while no page is done. */
const TICK_MS = 1000;
/** Steps of a bar of bytes. */
const SHARE_STEPS = 1000;

/** A bar on a terminal, nothing in a pipe; it only counts up where the total is unknown. */
export async function startBatchProgress({ inputs, done, isWanted, meter }: Task): Promise<BatchProgress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT_BATCH;
  const size = await measure(inputs, done);
  const makeBar = await loadBar();
  const bar = makeBar(FORMATS[size?.unit ?? "unknown"]);
  const isShare = size?.unit === "bytes";
  const shares = isShare ? makeShares(() => readShare(meter, size.total)) : undefined;
  const left = new TimeLeft(() => performance.now(), isShare ? 1 : (size?.total ?? 0));
  bar.start(isShare ? SHARE_STEPS : (size?.total ?? 0), 0, { pages: 0, failed: 0, left: "" });
  // The time left grows while the run waits for a server.
  const timer = setInterval(() => bar.update({ left: left.words() }), TICK_MS).unref();
  return {
    watch: (pages) => shares?.watch(pages) ?? pages,
    show: ({ pages, failed }) => {
      const at = shares?.upTo(pages) ?? pages;
      left.add(at);
      bar.update(isShare ? Math.floor(at * SHARE_STEPS) : at, { pages, failed, left: left.words() });
    },
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
  };
}

const FORMATS = {
  pages: "{bar} {value}/{total} pages, {failed} failed{left}",
  bytes: "{bar} {percentage}%, {pages} pages, {failed} failed{left}",
  unknown: "{value} pages, {failed} failed",
} as const;

/** The total: pages where they can be counted in advance, else bytes; undefined where neither is known. */
export async function measure(
  inputs: readonly BatchInput[],
  done: IdCounts = new Map(),
): Promise<{ readonly unit: "pages" | "bytes"; readonly total: number } | undefined> {
  const { files, hasOthers } = await surveyInputs(inputs);
  if (files.length === 0) {
    const isOpen = inputs.some((input) => "name" in input && input.path === undefined);
    return isOpen ? undefined : { unit: "pages", total: await countPages(inputs, done) };
  }
  // Pages and bytes do not add up.
  if (hasOthers) return undefined;
  const sizes = files.map((path) => statSync(path).size);
  return sizes.includes(0) ? undefined : { unit: "bytes", total: sizes.reduce((sum, size) => sum + size, 0) };
}

async function countPages(inputs: readonly BatchInput[], done: IdCounts): Promise<number> {
  let count = 0;
  for await (const _ of withoutDone(readBatchInputs(inputs), done)) count++;
  return count;
}

/** The share of the files that went into pages so far; for packed files an estimate from the unpacked bytes. */
export function readShare({ packedBytes, unpackedBytes, usedBytes }: ReadMeter, total: number): number {
  if (unpackedBytes === 0) return 0;
  return Math.min(1, (usedBytes / unpackedBytes) * (packedBytes / total));
}

/** The share of the input that has been read up to each page in flight; pages are answered in order. */
function makeShares(readShare: () => number) {
  const waiting: number[] = [];
  let [answered, share] = [0, 0];
  return {
    async *watch<P>(pages: AsyncIterable<P>): AsyncGenerator<P, void, undefined> {
      for await (const page of pages) {
        waiting.push(readShare());
        yield page;
      }
    },
    /** The share of the input up to the last of `pages` answered pages. */
    upTo(pages: number): number {
      share = Math.max(share, waiting.splice(0, pages - answered).at(-1) ?? 0);
      answered = pages;
      return share;
    },
  };
}

/** The rate is measured over this time: fetched pages come in bursts. */
const WINDOW_MS = 60_000;
/** No rate is given before this. */
const MIN_WINDOW_MS = 3000;
/** Time between two samples of the window. */
const STEP_MS = 500;

/** Estimates from a moving rate how long a run will still take. */
export class TimeLeft {
  readonly #now: () => number;
  readonly #total: number;
  #samples: { readonly ms: number; readonly done: number }[] = [];
  #done = 0;

  constructor(now: () => number, total: number) {
    this.#now = now;
    this.#total = total;
  }

  /** Records how much is done. The first call starts the clock, as pages that a resumed run skips take no time. */
  add(done: number): void {
    this.#done = done;
    const ms = this.#now();
    const last = this.#samples.at(-1);
    if (last && ms - last.ms < STEP_MS) return;
    this.#samples.push({ ms, done });
    while (this.#samples.length > 2 && ms - (this.#samples[1]?.ms ?? ms) >= WINDOW_MS) this.#samples.shift();
  }

  /** Undefined where it is too early to tell, or nothing was done for the whole window. */
  get ms(): number | undefined {
    const first = this.#samples[0];
    const nowMs = this.#now();
    if (!first || this.#total === 0 || nowMs - first.ms < MIN_WINDOW_MS) return undefined;
    const newest = this.#samples.at(-1);
    if (newest && nowMs - newest.ms >= WINDOW_MS) return undefined;
    const rate = (this.#done - first.done) / (nowMs - first.ms);
    return rate > 0 ? Math.max(0, this.#total - this.#done) / rate : undefined;
  }

  /** The time left for the end of a line; empty where it is not known. */
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
