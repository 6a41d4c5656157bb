import { expect, test } from "vitest";
import { BatchTally } from "./batch-report.ts";

test("sums up pages, failures by code, the most frequent first, and speed", () => {
  let now = 1000;
  const tally = new BatchTally(() => now);
  tally.add({ pages: 4, failures: { NOT_HTML: 1 } });
  tally.add({ pages: 6, failures: { EMPTY_INPUT: 2 } });
  now += 4000;
  expect(tally.summary()).toBe("10 pages, 3 failed (EMPTY_INPUT 2, NOT_HTML 1), 4.0 s, 2.5 pages/s");
});

test("says so when nothing was done or nothing failed", () => {
  const tally = new BatchTally(() => 0);
  expect(tally.summary()).toBe("0 pages, none failed, 0.0 s, 0.0 pages/s");
  tally.add({ pages: 1, failures: {} });
  expect(tally.summary()).toMatch(/^1 page, none failed/);
});

test("tells the pages of earlier runs apart", () => {
  const tally = new BatchTally(() => 0, { pages: 30, failures: new Map() });
  expect(tally.summary()).toBe("0 pages, none failed, 0.0 s, 0.0 pages/s; 30 pages done before");
  tally.add({ pages: 2, failures: {} });
  expect({ pages: tally.pages, lines: tally.lines }).toEqual({ pages: 2, lines: 32 });
});
