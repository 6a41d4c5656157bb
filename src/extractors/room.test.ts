import { expect, test } from "vitest";
import { Room } from "./room.ts";

/** A room, and the lengths of the arrays that were made for it. */
function watched() {
  const made: number[] = [];
  const room = new Room((length) => {
    made.push(length);
    return new Int32Array(length);
  });
  return { room, made };
}

test("gives as many numbers as are asked for, in one array as long as it is large enough", () => {
  const { room, made } = watched();
  const first = room.of(100);
  expect([room.of(40).length, room.of(120).length, first.length]).toEqual([40, 120, 100]);
  expect(room.of(40).buffer).toBe(first.buffer);
  expect(made).toHaveLength(2);
});

test("gives the memory of a huge page back", () => {
  const { room } = watched();
  expect(room.of(1_000_000).length).toBe(1_000_000);
  expect(room.of(10).buffer.byteLength).toBeLessThan(1000);
});

test("keeps no array of a huge page, whose other steps need the memory", () => {
  const { room, made } = watched();
  expect(room.of(1_000_000).buffer).not.toBe(room.of(1_000_000).buffer);
  expect(made).toEqual([0, 1_000_000, 1_000_000]);
});

test("keeps the array of pages that are large, but no larger than is kept", () => {
  const { room, made } = watched();
  for (const count of [60_000, 60_000, 65_536, 50_000, 10]) room.of(count);
  expect(made).toEqual([0, 65_536]);
});
