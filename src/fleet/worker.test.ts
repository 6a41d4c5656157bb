import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Store } from "../store/index.ts";
import type { FleetQueue, SourceJob, TakenJob, WorkQueue } from "./queue.ts";
import { runWorker, type WorkerOptions } from "./worker.ts";

const job = (id: string): TakenJob<SourceJob> => ({
  id,
  retryCount: 0,
  retryLimit: 2,
  data: { start: { kind: "address", url: `https://bay.example/${id}` } },
});

test("a fault that is none of the database ends a worker with it, and what it held is given back", async () => {
  const given: string[] = [];
  const waiting = [job("broken"), job("slow")];
  const queue = {
    settings: { leaseMs: 30_000, firstRetryMs: 1000 },
    now: () => 0,
    sql: async () => [],
    take: async (name: WorkQueue) => {
      const taken = name === "sources" ? waiting.splice(0, 1) : [];
      // The job of the first call fails while the second is under way.
      if (name === "sources" && given.length === 0) await sleep(20);
      return taken;
    },
    fail: async (_: WorkQueue, { id }: TakenJob<unknown>) => void given.push(id),
  };
  const store = {
    listOpenRuns: async () => [],
    startRun: async () => 1,
    releaseRun: async () => undefined,
    endRun: async () => undefined,
  };
  const faults = [
    async () => Promise.reject(new TypeError("no such field")),
    () => new Promise(() => undefined),
  ];
  // Only what this run of a worker uses is here.
  const options = {
    queue: queue as unknown as FleetQueue,
    store: store as unknown as Store,
    makeFetcher: () => ({}),
    unreadable: () => faults.shift()?.(),
    name: "worker",
    jobs: 4,
    signal: new AbortController().signal,
    drainMs: 50,
    giveUpMs: 1000,
  } as unknown as WorkerOptions;
  await expect(runWorker(options)).rejects.toThrow("no such field");
  expect(given).toContain("slow");
});
