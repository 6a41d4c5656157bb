import { expect, test } from "vitest";
import { Attributes, WrittenAttributes } from "./tree.ts";

/** Attributes whose names are their places. */
function readAttributes(count: number): Attributes {
  const read = new Attributes();
  for (let at = 0; at < count; at++) read.put(at, 10 * at, 10 * at + 5);
  return read;
}

test.each([
  [
    "in the order of their tags",
    [
      [0, 2],
      [2, 2],
      [2, 5],
    ],
    [0, 1, 2, 3, 4],
  ],
  [
    "without those of a tag that was left out",
    [
      [0, 1],
      [3, 5],
    ],
    [0, 3, 4],
  ],
  [
    "twice where an element was copied",
    [
      [0, 2],
      [0, 2],
      [2, 3],
    ],
    [0, 1, 0, 1, 2],
  ],
  [
    "in another order where one was moved",
    [
      [3, 5],
      [0, 3],
    ],
    [3, 4, 0, 1, 2],
  ],
] as const)("attributes are written %s", (_, added, names) => {
  const written = new WrittenAttributes(readAttributes(5));
  for (const [from, to] of added) written.add(from, to);
  expect(written.count).toBe(names.length);
  const { name, from, to } = written.finish();
  expect([...name]).toEqual(names);
  expect([...from]).toEqual(names.map((at) => 10 * at));
  expect([...to]).toEqual(names.map((at) => 10 * at + 5));
});

test("what was written stays when the next page is", () => {
  const page = (): Int32Array => {
    const written = new WrittenAttributes(readAttributes(3));
    written.add(2, 3);
    return written.finish().name;
  };
  const first = page();
  page().fill(9);
  expect([...first]).toEqual([2]);
});
