import { expect, test } from "vitest";
import { describeBytes } from "./byte-size.ts";

test.each([
  [1, "1 byte"],
  [1000, "1000 bytes"],
  [64 * 1024 * 1024, "64 MiB"],
  [512 * 1024, "512 KiB"],
  [500_000, "500 kB"],
  [20_000_000, "20 MB"],
  [1_500_000, "1.5 MB"],
  [1_234_567_891, "1234.6 MB"],
])("writes %i bytes as %s", (bytes, words) => {
  expect(describeBytes(bytes)).toBe(words);
});
