import { describe, expect, test } from "vitest";
import { fromBase64, readVarints, toBase64, VarintWriter } from "./packed-numbers.ts";

test("numbers of any size come back as they were", () => {
  const numbers = [0, 1, 127, 128, 2 ** 32, 2 ** 40 + 5, Number.MAX_SAFE_INTEGER];
  const writer = new VarintWriter();
  for (const number of numbers) writer.write(number);
  expect(Array.from(readVarints(writer.finish()) ?? [])).toEqual(numbers);
});

test("bytes that end in the midst of a number are none", () => {
  expect(readVarints(Uint8Array.of(5, 0x80))).toBeUndefined();
});

test("a number that goes on and on is none, and never NaN", () => {
  expect(readVarints(new Uint8Array(9).fill(0xff, 0, 8))).toBeUndefined();
  expect(readVarints(new Uint8Array(201).fill(0xff, 0, 200))).toBeUndefined();
});

describe("bytes as base64 text", () => {
  test.each([0, 1, 2, 3, 5000, 9001])("%i of them come back as they were", (count) => {
    const bytes = Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256);
    expect([...(fromBase64(toBase64(bytes)) ?? [])]).toEqual([...bytes]);
  });

  test.each(["AAA", "AA*A", "AA=A", "====", "AAAA=AAA", "AAAA AAA", "AA-A", "AAA_"])("%s is none", (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});
