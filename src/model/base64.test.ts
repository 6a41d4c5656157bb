import { describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

describe("bytes as base64 text", () => {
  test.each([0, 1, 2, 3, 5000, 9001])("%i of them come back as they were", (count) => {
    const bytes = Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256);
    expect([...(fromBase64(toBase64(bytes)) ?? [])]).toEqual([...bytes]);
  });

  test.each(["AAA", "AA*A", "AA=A", "====", "AAAA=AAA", "AAAA AAA", "AA-A", "AAA_"])("%s is none", (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});
