import { type Input, readInputs } from "../archive/index.ts";
import type { BatchTally } from "./batch-summary.ts";

/** Shows how far a batch is. */
export interface Progress {
  show(tally: BatchTally): void;
  stop(): void;
}

const SILENT: Progress = { show: () => undefined, stop: () => undefined };

/** A bar on a terminal, nothing in a pipe; where the pages cannot be counted ahead it only counts up. */
export async function startProgress(inputs: readonly Input[], isWanted: boolean): Promise<Progress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const total = inputs.some(({ kind }) => kind === "lines") ? 0 : await countPages(inputs);
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

async function countPages(inputs: readonly Input[]): Promise<number> {
  let count = 0;
  for await (const _ of readInputs(inputs)) count++;
  return count;
}
