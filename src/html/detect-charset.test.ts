import { afterEach, describe, expect, test, vi } from "vitest";
import { detectCharset } from "./detect-charset.ts";

describe("bytes that are text in no encoding of another script", () => {
  afterEach(() => vi.restoreAllMocks());

  test("have none, and nothing is written to the console", () => {
    const warn = vi.spyOn(console, "warn");
    expect(detectCharset({ bytes: new Uint8Array([0xaf, 0x8d]), isDense: true })).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });
});
