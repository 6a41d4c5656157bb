import { expect, test } from "vitest";
import { allocationOf } from "./allocation.ts";

const collect = () => undefined;
let held: unknown;

test("counts what is collected while a call runs", () => {
  const { heap } = allocationOf(() => {
    for (let index = 0; index < 1e6; index++) held = [index, index, index, index];
  }, collect);
  // Four small numbers of four or eight bytes and the two heads of an array; never less than a heap of all of them.
  expect(heap).toBeGreaterThan(32e6);
  expect(heap).toBeLessThan(150e6);
});

test("counts buffers apart from the heap", () => {
  const { heap, buffers } = allocationOf(() => {
    held = Array.from({ length: 100 }, () => new Uint8Array(50_000));
  }, collect);
  expect(buffers).toBeGreaterThanOrEqual(5e6);
  expect(heap).toBeLessThan(2e6);
  expect(held).toHaveLength(100);
});
