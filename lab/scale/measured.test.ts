import { expect, test } from "vitest";
import { costOf, fitCosts, readTasks } from "./measured.ts";

test("the costs of a start, a page, a first page and a byte are told apart by runs that differ in them", () => {
  const costs = { startMs: 900, pageMs: 4, coldPageMs: 7, byteMs: 2e-5 };
  const run = (pages: number, bytes: number) => ({ pages, bytes, cpuMs: costOf(costs, { pages, bytes }) });
  const found = fitCosts([run(60, 1e6), run(100, 2e7), run(400, 4e6), run(800, 1.6e8)]);
  expect(found.startMs).toBeCloseTo(900, 3);
  expect(found.pageMs).toBeCloseTo(4, 5);
  expect(found.coldPageMs).toBeCloseTo(7, 5);
  expect(found.byteMs).toBeCloseTo(2e-5, 9);
});

test("the times of the tasks of a job are read from Spark's log", () => {
  const log = [
    "26/11/18 09:15:16 INFO TaskSetManager: Finished task 0.0 in stage 9.0 (TID 9) in 40 ms on host (executor driver) (1/1)",
    "26/11/18 09:15:17 INFO TaskSetManager: Starting task 0.0 in stage 0.0 (TID 0) (host,executor driver, partition 0)",
    "26/11/18 09:15:17 INFO TaskSetManager: Starting task 1.0 in stage 0.0 (TID 1) (host,executor driver, partition 1)",
    "26/11/18 09:15:47 INFO TaskSetManager: Finished task 1.0 in stage 0.0 (TID 1) in 30378 ms on host (executor driver) (1/2)",
    "26/11/18 09:16:25 INFO TaskSetManager: Finished task 0.0 in stage 0.0 (TID 0) in 68501 ms on host (executor driver) (2/2)",
    "26/11/18 09:16:39 INFO TaskSetManager: Starting task 0.0 in stage 1.0 (TID 3) (host,executor driver, partition 0)",
  ].join("\n");
  expect(readTasks(log)).toEqual({
    tasks: [
      { task: 0, tookMs: 68501 },
      { task: 1, tookMs: 30378 },
    ],
    tookMs: 68_000,
  });
  expect(readTasks("")).toEqual({ tasks: [], tookMs: undefined });
});
