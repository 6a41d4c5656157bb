import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const NOW = new Date("2026-11-16T09:00:00Z");

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Mon, 16 Nov 2026 09:01:30 GMT", 90_000],
  ["Mon, 16 Nov 2026 08:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["", undefined],
  [undefined, undefined],
])("a server that says %s is left alone for %s milliseconds", (header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms);
});
