import { InvalidArgumentError } from "commander";
import { describe, expect, test } from "vitest";
import { sizeInBytes } from "./option-values.ts";

describe("a size", () => {
  test.each([
    ["100", 100],
    ["500k", 500_000],
    ["1MB", 1_000_000],
    ["1.5m", 1_500_000],
    ["64MiB", 64 * 1024 * 1024],
    ["2 kib", 2048],
    ["1G", 1_000_000_000],
    ["7b", 7],
  ])("of %s is %i bytes", (text, bytes) => {
    expect(sizeInBytes(text)).toBe(bytes);
  });

  test.each(["", "0", "0.1", "-1", "k", "1x", "1e3", "9999999g", "1 0"])("is never %j", (text) => {
    expect(() => sizeInBytes(text)).toThrow(InvalidArgumentError);
  });
});
