import { statSync } from "node:fs";
import {
  type IdCounts,
  type ReadMeter,
  readSources,
  type SourceInput,
  withoutDone,
} from "../archive/index.ts";
import type { BatchTally } from "./batch-summary.ts";
import { TimeLeft } from "./time-left.ts";

/** Shows how far a batch is. */
export interface Progress {
  /** Passes pages on and notes how much of the input each of them ends. */
  watch<P>(pages: AsyncIterable<P>): AsyncIterable<P>;
  show(tally: BatchTally): void;
  stop(): void;
}

const SILENT: Progress = { watch: (pages) => pages, show: () => undefined, stop: () => undefined };

/** What a progress bar is about. */
export interface Task {
  readonly inputs: readonly SourceInput[];
  /** Pages that are left out, as they have their lines already. */
  readonly done?: IdCounts | undefined;
  readonly isWanted: boolean;
  /** Counts what is read of files of lines. */
  readonly meter: ReadMeter;
}

/** Time from one look at the clock to the next where nothing else happens. */
const TICK_MS = 1000;
/** Steps of a bar that is measured in bytes. */
const SHARE_STEPS = 1000;

/** A bar on a terminal, nothing in a pipe; where nobody knows how much there is it only counts up. */
export async function startProgress({ inputs, done, isWanted, meter }: Task): Promise<Progress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const size = await measure(inputs, done);
  const bar = new SingleBar({
    format: FORMATS[size?.unit ?? "unknown"],
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  const isShare = size?.unit === "bytes";
  const shares = isShare ? new Shares(() => readShare(meter, size.total)) : undefined;
  const left = new TimeLeft(() => performance.now(), isShare ? 1 : (size?.total ?? 0));
  bar.start(isShare ? SHARE_STEPS : (size?.total ?? 0), 0, { pages: 0, failed: 0, left: "" });
  // A run that waits for a server gets slower while nothing is shown.
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

/** How much there is to do: pages where they can be counted ahead, else bytes; undefined where nobody knows. */
export async function measure(
  inputs: readonly SourceInput[],
  done: IdCounts = new Map(),
): Promise<{ readonly unit: "pages" | "bytes"; readonly total: number } | undefined> {
  const paths = inputs.flatMap((input) => (input.kind === "lines" ? [input.path] : []));
  if (paths.length === 0 && inputs.every((input) => input.kind !== "list" || input.path !== undefined)) {
    return { unit: "pages", total: await countPages(inputs, done) };
  }
  // Pages and bytes do not add up.
  if (paths.length < inputs.length) return undefined;
  const sizes = paths.map((path) => (path === undefined ? 0 : statSync(path).size));
  return sizes.includes(0) ? undefined : { unit: "bytes", total: sizes.reduce((sum, size) => sum + size, 0) };
}

async function countPages(inputs: readonly SourceInput[], done: IdCounts): Promise<number> {
  let count = 0;
  for await (const _ of withoutDone(readSources(inputs), done)) count++;
  return count;
}

/** How much of files went into pages so far; packed files say it by what was unpacked of them. */
export function readShare({ packedBytes, unpackedBytes, usedBytes }: ReadMeter, total: number): number {
  if (unpackedBytes === 0) return 0;
  return Math.min(1, (usedBytes / unpackedBytes) * (packedBytes / total));
}

/** The share of the input that each page under way ends; pages are answered in their order. */
class Shares {
  readonly #readShare: () => number;
  readonly #waiting: number[] = [];
  #answered = 0;
  #share = 0;

  constructor(share: () => number) {
    this.#readShare = share;
  }

  async *watch<P>(pages: AsyncIterable<P>): AsyncGenerator<P, void, undefined> {
    for await (const page of pages) {
      this.#waiting.push(this.#readShare());
      yield page;
    }
  }

  /** The share that so many answered pages end. */
  upTo(pages: number): number {
    const ended = this.#waiting.splice(0, pages - this.#answered);
    this.#answered = pages;
    this.#share = Math.max(this.#share, ended.at(-1) ?? 0);
    return this.#share;
  }
}
