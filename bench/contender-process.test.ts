import { beforeAll, expect, test } from "vitest";
import { buildIfStale } from "../scripts/fresh-build.ts";
import { allocationOf, ContenderProcess } from "./contender-process.ts";
import { median } from "./race.ts";

const MADE_UP = { count: 9, source: "newsroom" } as const;

beforeAll(buildIfStale, 120_000);

test("tells what a page takes and allocates in a process of its own", { timeout: 30_000 }, async () => {
  const econ = await ContenderProcess.start({ way: "text", extractor: "econ" }, MADE_UP);
  try {
    expect(econ.name).toBe("econ text");
    const { cpuMs, wallMs } = await econ.timeOf(0, 2);
    expect(Math.min(cpuMs, wallMs)).toBeGreaterThan(0);
    const found = await econ.allocationsOf(9);
    expect(found).toHaveLength(9);
    // A page during which the engine sweeps earlier garbage may seem to free more than it allocates.
    expect(median(found.map(({ heap }) => heap))).toBeGreaterThan(1000);
  } finally {
    econ.close();
  }
});

test("fails where the process ends before it answers", { timeout: 30_000 }, async () => {
  const parse5 = await ContenderProcess.start({ way: "parse5" }, MADE_UP);
  const answer = parse5.timeOf(9, 10);
  await expect(answer).rejects.toThrow("ended with 1");
});

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
