import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CountTable, fromBase64, readVarints, toBase64, VarintWriter } from "./packed-numbers.ts";

test("numbers of any size come back as they were", () => {
  const numbers = [0, 1, 127, 128, 2 ** 32, 2 ** 40 + 5, Number.MAX_SAFE_INTEGER];
  const writer = new VarintWriter();
  for (const number of numbers) writer.write(number);
  expect(Array.from(readVarints(writer.finish()) ?? [])).toEqual(numbers);
});

test("bytes that end within a number are refused", () => {
  expect(readVarints(Uint8Array.of(5, 0x80))).toBeUndefined();
});

test("a number without an end is refused, and never NaN", () => {
  expect(readVarints(new Uint8Array(9).fill(0xff, 0, 8))).toBeUndefined();
  expect(readVarints(new Uint8Array(201).fill(0xff, 0, 200))).toBeUndefined();
});

describe("bytes as base64 text", () => {
  test.each([0, 1, 2, 3, 5000, 9001])("%i of them come back as they were", (count) => {
    const bytes = Uint8Array.from({ length: count }, (_, at) => (at * 37) % 256);
    expect([...(fromBase64(toBase64(bytes)) ?? [])]).toEqual([...bytes]);
  });

  test.each(["AAA", "AA*A", "AA=A", "====", "AAAA=AAA", "AAAA AAA", "AA-A", "AAA_"])(
    "%s is refused",
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});

const COUNT = fc.integer({ min: 0, max: 2 ** 40 });
const COUNTS = fc.uniqueArray(
  fc.record({ hash: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), inside: COUNT, outside: COUNT }),
  { selector: ({ hash }) => hash, maxLength: 200 },
);

function readBack(table: CountTable, hash: number): readonly [number, number] | undefined {
  const entry = table.find(hash);
  return entry < 0 ? undefined : [table.inside[entry]!, table.outside[entry]!];
}

describe("a table of counts", () => {
  test("finds what was put in, before and after it was text, and nothing else", () => {
    fc.assert(
      fc.property(COUNTS, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (counts, other) => {
        const table = new CountTable(counts);
        const decoded = CountTable.decode(table.encode(), counts.length)!;
        for (const { hash, inside, outside } of counts) {
          expect(readBack(table, hash)).toEqual([inside, outside]);
          expect(readBack(decoded, hash)).toEqual([inside, outside]);
        }
        if (!counts.some(({ hash }) => hash === other)) expect(decoded.find(other)).toBe(-1);
      }),
    );
  });

  test("is the same text whatever the order it was filled in", () => {
    const counts = [7, -7, 0, 2 ** 31 - 1].map((hash) => ({ hash, inside: 1, outside: 300 }));
    expect(new CountTable(counts).encode()).toBe(new CountTable(counts.toReversed()).encode());
  });

  test("is refused when the text is cut, too long, of another size or not base64", () => {
    const counts = [1, 2, 3].map((hash) => ({ hash: hash * 1e6, inside: 500, outside: 2 }));
    const text = new CountTable(counts).encode();
    expect(CountTable.decode(text, 3)?.size).toBe(3);
    for (const wrong of [text.slice(0, -4), text.slice(0, 8), `${text.replace(/=+$/, "")}AAAA`, "%%%"]) {
      expect(CountTable.decode(wrong, 3)).toBeUndefined();
    }
    for (const size of [2, 4, 2.5, -1, 2 ** 40, Number.NaN]) {
      expect(CountTable.decode(text, size)).toBeUndefined();
    }
    expect(CountTable.decode("", -1)).toBeUndefined();
  });

  test("is refused when a feature comes twice", () => {
    const twice = [5, 5].map((hash) => ({ hash, inside: 1, outside: 1 }));
    expect(CountTable.decode(new CountTable(twice).encode(), 2)).toBeUndefined();
    const zeros = [0, 0].map((hash) => ({ hash, inside: 1, outside: 1 }));
    expect(CountTable.decode(new CountTable(zeros).encode(), 2)).toBeUndefined();
    expect(CountTable.decode(new CountTable(zeros.slice(1)).encode(), 1)?.find(0)).toBe(0);
  });

  test("finds its entries among hashes that differ little", () => {
    const counts = Array.from({ length: 100_000 }, (_, hash) => ({ hash, inside: hash, outside: 1 }));
    const table = CountTable.decode(new CountTable(counts).encode(), counts.length)!;
    for (const hash of [0, 1, 777, 99_999]) expect(readBack(table, hash)).toEqual([hash, 1]);
    for (const hash of [-1, 100_000, 2 ** 31 - 1]) expect(table.find(hash)).toBe(-1);
  });
});
