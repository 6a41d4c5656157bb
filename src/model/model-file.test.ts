import { expect, test } from "vitest";
import { type TableFile, TableReader, TableWriter } from "./model-file.ts";

function written(): TableFile {
  const writer = new TableWriter();
  writer.numbers(Uint8Array.of(1, 2, 3));
  writer.data({ name: "tide — ebb" });
  writer.numbers(Float64Array.of(0.1, Number.NaN));
  writer.numbers(new Int32Array(0));
  writer.numbers(Uint16Array.of(7, 65535));
  return writer.finish();
}

function read(bytes: Uint8Array, stamp: number): readonly unknown[] {
  const reader = TableReader.of(bytes, stamp)!;
  return [
    [...reader.numbers(Uint8Array)],
    reader.data(),
    [...reader.numbers(Float64Array)],
    [...reader.numbers(Int32Array)],
    [...reader.numbers(Uint16Array)],
  ];
}

/** A file of many blocks. */
function writtenLong(last: number): TableFile {
  const writer = new TableWriter();
  const numbers = Int32Array.from({ length: 100_000 }, (_, at) => at * 7 + 1);
  numbers[numbers.length - 1] = last;
  writer.numbers(numbers);
  return writer.finish();
}

const CONTENT = [[1, 2, 3], { name: "tide — ebb" }, [0.1, Number.NaN], [], [7, 65535]];

test("gives back in order what was written", () => {
  const { bytes, stamp } = written();
  expect(read(bytes, stamp)).toEqual(CONTENT);
});

test("reads a file at any offset in memory", () => {
  const { bytes, stamp } = written();
  const around = new Uint8Array(bytes.length + 3);
  around.set(bytes, 3);
  expect(read(around.subarray(3), stamp)).toEqual(CONTENT);
});

test("reads arrays where they are, without a copy", () => {
  const { bytes, stamp } = written();
  expect(TableReader.of(bytes, stamp)?.numbers(Uint8Array).buffer).toBe(bytes.buffer);
});

test("refuses a file of a machine that has its numbers the other way round", () => {
  const { bytes, stamp } = written();
  for (let at = 0; at < bytes.length; at += 4) bytes.subarray(at, at + 4).reverse();
  expect(TableReader.of(bytes, stamp)).toBeUndefined();
});

test("refuses a file that was cut, wherever, or that goes on", () => {
  const { bytes, stamp } = written();
  for (let length = 0; length < bytes.length; length++) {
    expect(TableReader.of(bytes.slice(0, length), stamp)).toBeUndefined();
  }
  const longer = new Uint8Array(bytes.length + 8);
  longer.set(bytes);
  expect(TableReader.of(longer, stamp)).toBeUndefined();
});

test("refuses a file that has lost a block", () => {
  const { bytes, stamp } = writtenLong(1);
  expect(TableReader.of(bytes, stamp)).toBeDefined();
  for (let at = 0; at + 4096 <= bytes.length; at += 4096) {
    const damaged = bytes.slice().fill(0, at, at + 4096);
    expect(TableReader.of(damaged, stamp)).toBeUndefined();
  }
});

test("refuses a file whose tables differ in one number from those that were stamped", () => {
  const other = writtenLong(2);
  expect(TableReader.of(other.bytes, other.stamp)).toBeDefined();
  expect(TableReader.of(other.bytes, writtenLong(1).stamp)).toBeUndefined();
});
