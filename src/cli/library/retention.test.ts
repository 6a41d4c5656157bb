import { expect, test } from "vitest";
import { describePolicy } from "./retention.ts";

test.each([
  [null, "everything is kept"],
  [{ maxAgeMs: 365 * 86_400_000, maxBytes: null }, "kept: at most 365 days"],
  [{ maxAgeMs: 3_600_000 * 36, maxBytes: 20e9 }, "kept: at most 1.5 days and 20 GB"],
  [{ maxAgeMs: null, maxBytes: 999 }, "kept: at most 999 bytes"],
])("a policy %j is put in words", (policy, words) => {
  expect(describePolicy(policy)).toBe(words);
});
