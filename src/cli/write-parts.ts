import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Output, type PageFolder, partialPath, type RunRecord, type Target } from "../archive/index.ts";
import type { BatchPart } from "../batch/index.ts";
import type { Progress } from "./batch-progress.ts";
import { type BatchTally, countOf } from "./batch-summary.ts";
import { beforeSignal } from "./stop-signal.ts";

/** Where the lines of a batch go, and who hears of them. */
export interface Ends {
  readonly output: Output;
  readonly target: Target;
  /** Where the files of pages go; the lines are their index then. */
  readonly folder?: PageFolder | undefined;
  /** How the output is made, kept beside it. */
  readonly record?: RunRecord | undefined;
  readonly progress: Progress;
  readonly tally: BatchTally;
}

/** Writes what comes, and keeps it for a later run where a failure or a signal ends this one. */
export async function writeParts(parts: AsyncIterable<BatchPart>, ends: Ends): Promise<void> {
  const { output, target, folder, record, progress, tally } = ends;
  // Writes and the goodbye take turns, so that it never comes between lines and their count.
  let turn = Promise.resolve();
  const release = beforeSignal((signal) => {
    progress.stop();
    // A pipe may never take the lines that are under way; a file does.
    const before = target.path === undefined ? Promise.resolve() : turn.catch(() => undefined);
    turn = new Promise(() => undefined);
    return before.then(() => sayStopped(signal, ends));
  });
  const write = async (part: BatchPart): Promise<void> => {
    await output.write(part.files && folder ? await folder.write(part.files) : part.bytes);
    tally.add(part);
  };
  try {
    for await (const part of parts) {
      turn = turn.then(() => write(part));
      await turn;
      progress.show(tally);
    }
    const finish = () => output.finish();
    turn = turn.then(() => (record ? record.finish(finish) : finish()));
    await turn;
  } catch (error) {
    await output.leave();
    await record?.leave();
    throw error;
  } finally {
    release();
    progress.stop();
  }
}

async function sayStopped(signal: string, { output, target, folder, record, tally }: Ends): Promise<void> {
  if (target.path !== undefined) await output.leave();
  await record?.leave();
  const isKept = target.path !== undefined && existsSync(partialPath(target.path));
  const place = folder ? dirname(target.name) : partialPath(target.name);
  const kept = isKept ? `; ${place} holds them, continue with --resume` : "";
  process.stderr.write(`galley: stopped by ${signal} after ${countOf(tally.lines)}${kept}.\n`);
}
