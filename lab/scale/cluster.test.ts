import { expect, test } from "vitest";
import { seededRandom } from "../../src/text/index.ts";
import { type ClusterOrder, NO_FAULTS, simulate } from "./cluster.ts";

function run(taskMs: readonly number[], order: Partial<ClusterOrder> = {}) {
  const usual = {
    slots: 2,
    slotsOfMachine: 1,
    random: seededRandom(1),
    faults: NO_FAULTS,
    isSpeculative: false,
  };
  return simulate({ taskMs, ...usual, ...order });
}

const SAME = Array.from({ length: 400 }, () => 60_000);

test("without faults, a slot that is free takes the next task", () => {
  expect(run([5, 3, 2, 4])).toEqual({
    wallMs: 9,
    busyMs: 14,
    usefulMs: 14,
    // The last task was started at 5.
    tailMs: 4,
    done: 4,
    attempts: 4,
    isFailed: false,
  });
});

test("work of machines that are lost is done again, and every task ends once", () => {
  const faults = { ...NO_FAULTS, lossesAnHour: 2, replacedAfterMs: 120_000 };
  const { done, attempts, busyMs, usefulMs, wallMs } = run(SAME, { slots: 16, slotsOfMachine: 8, faults });
  expect(done).toBe(400);
  expect(attempts).toBeGreaterThan(400);
  expect(usefulMs).toBe(400 * 60_000);
  expect(busyMs).toBeGreaterThan(usefulMs);
  expect(wallMs).toBeGreaterThan((400 / 16) * 60_000);
});

test("attempts that fail are tried again, until a task has failed too often", () => {
  const some = run(SAME, { slots: 16, faults: { ...NO_FAULTS, failShare: 0.05 } });
  expect([some.done, some.isFailed]).toEqual([400, false]);
  expect(some.attempts).toBeGreaterThan(405);
  const all = run(SAME, { slots: 16, faults: { ...NO_FAULTS, failShare: 1 } });
  expect([all.done, all.isFailed]).toEqual([0, true]);
});

test("copies of slow tasks shorten the end and cost time", () => {
  const faults = { ...NO_FAULTS, slowShare: 0.02, slowFactor: 10 };
  const order = (isSpeculative: boolean) => ({ slots: 64, faults, isSpeculative, random: seededRandom(4) });
  const [without, withCopies] = [run(SAME, order(false)), run(SAME, order(true))];
  expect(withCopies.done).toBe(400);
  expect(withCopies.tailMs).toBeLessThan(without.tailMs / 2);
  expect(withCopies.attempts).toBeGreaterThan(400);
});

test("slower machines do less, and the same seed gives the same run", () => {
  const faults = { ...NO_FAULTS, speedSpread: 0.3 };
  const order = () => ({ slots: 32, faults, random: seededRandom(7) });
  expect(run(SAME, order())).toEqual(run(SAME, order()));
  expect(run(SAME, order()).wallMs).not.toBe(run(SAME, { slots: 32 }).wallMs);
});
