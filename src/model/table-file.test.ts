import { expect, test } from "vitest";
import { TableReader, TableWriter } from "./table-file.ts";

function written(): Uint8Array {
  const writer = new TableWriter();
  writer.numbers(Uint8Array.of(1, 2, 3));
  writer.data({ name: "tide — ebb" });
  writer.numbers(Float64Array.of(0.1, Number.NaN));
  writer.numbers(new Int32Array(0));
  writer.numbers(Uint16Array.of(7, 65535));
  return writer.finish();
}

function read(file: Uint8Array): readonly unknown[] {
  const reader = TableReader.of(file)!;
  return [
    [...reader.numbers(Uint8Array)],
    reader.data()(),
    [...reader.numbers(Float64Array)],
    [...reader.numbers(Int32Array)],
    [...reader.numbers(Uint16Array)],
  ];
}

const CONTENT = [[1, 2, 3], { name: "tide — ebb" }, [0.1, Number.NaN], [], [7, 65535]];

test("gives back in order what was written", () => {
  expect(read(written())).toEqual(CONTENT);
});

test("reads a file that stands anywhere in memory", () => {
  const file = written();
  const around = new Uint8Array(file.length + 3);
  around.set(file, 3);
  expect(read(around.subarray(3))).toEqual(CONTENT);
});

test("reads arrays where they are, without a copy", () => {
  const file = written();
  expect(TableReader.of(file)?.numbers(Uint8Array).buffer).toBe(file.buffer);
});

test("refuses a file of a machine that has its numbers the other way round", () => {
  const file = written();
  file.subarray(8, 12).reverse();
  expect(TableReader.of(file)).toBeUndefined();
});
