import { expect, test } from "vitest";
import { extract } from "../src/index.ts";
import { processorMs } from "./growth.ts";

/** Fewer blocks than a dense page has. */
const SIZE = 4_000;
const PAGES = 8;
const ROUNDS = 2;
/** Weighed block by block, a dense page takes as long as its parts do; sampled, about half as long. */
const MOST_OF_PARTS = 0.7;

const KINDS: readonly (readonly [string, string, (at: number) => string])[] = [
  ["terms of two letters", "<dl>", (at) => `<dt>${two(at)}<dd>${two(at + 7)}`],
  ["cells of a number", "<table>", (at) => `${at % 5 === 0 ? "<tr>" : ""}<td>${at % 97}<td>${two(at)}`],
];

function two(at: number): string {
  return ((at * 131) % 1296).toString(36).padStart(2, "a");
}

test.each(KINDS)("a page of many %s takes less than pages with a part of them each", (_, head, part) => {
  const task = (count: number) => {
    const html = head + Array.from({ length: count / 2 }, (_, at) => part(at)).join("");
    return () => extract(html, { extractor: "fused" });
  };
  const small = task(SIZE);
  const large = task(PAGES * SIZE);
  const parts = () => {
    for (let page = 0; page < PAGES; page++) small();
  };
  // The least of several rounds, as collections and other processes only add.
  const times = Array.from({ length: ROUNDS }, () => [processorMs(parts), processorMs(large)] as const);
  const least = (side: 0 | 1) => Math.min(...times.map((round) => round[side]));
  expect(least(1)).toBeLessThan(MOST_OF_PARTS * least(0));
});
