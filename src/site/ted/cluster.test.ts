import { expect, test } from "vitest";
import { clusterThings } from "./cluster.ts";

test("joins what is alike on average and leaves the rest apart", () => {
  const places = [0, 10, 1, 11, 30, 2];
  const similarity = (one: number, other: number) => 1 - Math.abs(places[one]! - places[other]!) / 10;
  expect(clusterThings(places.length, similarity, 0.5)).toEqual([[0, 2, 5], [1, 3], [4]]);
});

test("does not chain groups whose ends are unlike", () => {
  const similarity = (one: number, other: number) => 1 - Math.abs(one - other) / 10;
  const sizes = clusterThings(9, similarity, 0.75).map(({ length }) => length);
  expect(Math.max(...sizes)).toBeLessThan(9);
});
