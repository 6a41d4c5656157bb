import { expect, test } from "vitest";
import { costOf, fitCosts } from "./measured.ts";

test("the costs of a start, a page, a first page and a byte are told apart by runs that differ in them", () => {
  const costs = { startMs: 900, pageMs: 4, coldPageMs: 7, byteMs: 2e-5 };
  const run = (pages: number, bytes: number) => ({ pages, bytes, cpuMs: costOf(costs, { pages, bytes }) });
  const found = fitCosts([run(60, 1e6), run(100, 2e7), run(400, 4e6), run(800, 1.6e8)]);
  expect(found.startMs).toBeCloseTo(900, 3);
  expect(found.pageMs).toBeCloseTo(4, 5);
  expect(found.coldPageMs).toBeCloseTo(7, 5);
  expect(found.byteMs).toBeCloseTo(2e-5, 9);
});
