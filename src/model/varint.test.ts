import { expect, test } from "vitest";
import { readVarints, VarintWriter } from "./varint.ts";

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
