import { expect, test } from "vitest";
import { publishedDay } from "./published-day.ts";

test("the day counts, not the time or the notation", () => {
  expect(publishedDay("2005-5-7 21:23:57", "2005-05-07")).toBe(1);
  expect(publishedDay("2026-03-04", "2026-03-04T23:59:00+09:00")).toBe(1);
  expect(publishedDay("2026-03-04", "2026-03-05T00:01:00Z")).toBe(0);
  expect(publishedDay("2026-03-04", null)).toBe(0);
});

test("one moment written in two time zones is one day", () => {
  // 22:30 UTC on the 3rd is 00:30 on the 4th at +02:00
  expect(publishedDay("2024-05-03 22:30:00.389000+00:00", "2024-05-04T00:30:00+02:00")).toBe(1);
  // Without an offset the moment is unknown.
  expect(publishedDay("2024-05-03 22:30:00", "2024-05-04T00:30:00+02:00")).toBe(0);
});

test("a label without a day asks nothing", () => {
  expect(publishedDay("2008", "2008-01-16")).toBeNull();
  expect(publishedDay(null, "2008-01-16")).toBeNull();
});
