import { describe, expect, test } from "vitest";
import { describeBytes, faultOfNode } from "./index.ts";

describe("node version", () => {
  test("finds fault with Node before 22 only", () => {
    expect(faultOfNode("20.20.2")).toMatchObject({
      code: "OLD_NODE",
      message: "Galley needs Node 22.15 or newer, and this is Node 20.20.2.",
    });
    expect(faultOfNode("9.11.2")).toMatchObject({ code: "OLD_NODE" });
    expect(faultOfNode("22.14.0")).toMatchObject({ code: "OLD_NODE" });
    expect(faultOfNode("22.15.0")).toBeUndefined();
    expect(faultOfNode("100.1.0")).toBeUndefined();
  });

  test("finds no fault with the Node that runs this", () => {
    expect(faultOfNode()).toBeUndefined();
  });
});

describe("byte size", () => {
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
});
