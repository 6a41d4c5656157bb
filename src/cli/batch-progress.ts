import { type IdCounts, type Input, readInputs, withoutDone } from "../archive/index.ts";
import type { BatchTally } from "./batch-summary.ts";

/** Shows how far a batch is. */
export interface Progress {
  show(tally: BatchTally): void;
  stop(): void;
}

const SILENT: Progress = { show: () => undefined, stop: () => undefined };

/** What a progress bar is about. */
export interface Task {
  readonly inputs: readonly Input[];
  /** Pages that are left out, as they have their lines already. */
  readonly done?: IdCounts | undefined;
  readonly isWanted: boolean;
}

/** A bar on a terminal, nothing in a pipe; where the pages cannot be counted ahead it only counts up. */
export async function startProgress({ inputs, done, isWanted }: Task): Promise<Progress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const total = inputs.some(({ kind }) => kind === "lines") ? 0 : await countPages(inputs, done);
  const format =
    total > 0
      ? "{bar} {value}/{total} pages, {failed} failed, {eta_formatted} left"
      : "{value} pages, {failed} failed";
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    etaBuffer: 200,
  });
  bar.start(total, 0, { failed: 0 });
  return {
    show: (tally) => bar.update(tally.pages, { failed: tally.failed }),
    stop: () => bar.stop(),
  };
}

/** The pages that are to be done. */
export async function countPages(inputs: readonly Input[], done: IdCounts = new Map()): Promise<number> {
  let count = 0;
  for await (const _ of withoutDone(readInputs(inputs), done)) count++;
  return count;
}
