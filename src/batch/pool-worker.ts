import { parentPort, threadId, workerData } from "node:worker_threads";
import type { PoolTask, Started, WorkerFile, WorkerStart } from "./worker-pool.ts";

/** Started with the thread, while the first inputs are still being read. */
const ready: Promise<WorkerFile> = getReady(workerData);
// A failure is reported by the first chunk.
ready.catch(() => undefined);

async function getReady({ worker, shared }: WorkerStart): Promise<WorkerFile> {
  const file: WorkerFile = await import(/* @vite-ignore */ worker);
  await file.prepare?.(shared);
  return file;
}

/** What every thread of a pool runs: a chunk, by the pool's worker file. Its time limit starts once the thread is ready. */
export async function run({ inputs, number }: PoolTask): Promise<unknown> {
  const file = await ready;
  const { shared }: WorkerStart = workerData;
  if (number !== undefined) parentPort?.postMessage({ started: number, threadId } satisfies Started);
  return file.run({ inputs, shared });
}
