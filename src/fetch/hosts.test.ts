import { expect, test } from "vitest";
import { HostPace, RecentMap } from "./hosts.ts";

/** The waits of a pace for some turns. */
function waits(delayMs: number) {
  const slept: number[] = [];
  let now = 0;
  const pace = new HostPace(delayMs, {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  });
  const turn = async () => {
    await pace.wait();
    pace.begin();
  };
  return { pace, slept, turn };
}

test("a server is asked a delay apart, however long that is, and longer after failures", async () => {
  const { pace, slept, turn } = waits(60_000);
  await turn();
  await turn();
  expect(slept).toEqual([60_000]);
  pace.addFailure();
  await turn();
  expect(slept).toEqual([60_000, 60_000]);
});

test("a server that asks for ages is left alone for a day", () => {
  const { pace } = waits(1000);
  pace.addFailure(1e25);
  expect(pace.closedUntilMs).toBe(24 * 3_600_000);
});

test("the time between requests doubles with each failure up to a limit, and is back after an answer", async () => {
  const { pace, slept, turn } = waits(10_000);
  await turn();
  for (const _ of [1, 2, 3]) {
    pace.addFailure();
    await turn();
  }
  pace.addAnswer();
  await turn();
  expect(slept).toEqual([20_000, 30_000, 30_000, 10_000]);
});

test("a server that was not asked is not waited for, and one that fails five times is down", async () => {
  const { pace, slept, turn } = waits(1000);
  await turn();
  pace.cancel();
  await turn();
  expect(slept).toEqual([]);
  for (const _ of [1, 2, 3, 4]) pace.addFailure();
  expect(pace.isDown).toBe(false);
  pace.addFailure(5000);
  expect([pace.isDown, pace.closedUntilMs]).toEqual([true, 5000]);
});

test("a map of recent entries drops the one that was unused for longest", () => {
  const map = new RecentMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
});
