import { expect, test } from "vitest";
import type { Contribution } from "../article/index.ts";
import { tellWeights } from "./weights.ts";

const BASE: Contribution = { feature: "base", value: null, weight: -1 };

/** Features of falling strength, every second one against. */
function features(count: number): readonly Contribution[] {
  const weightOf = (at: number) => (count - at) * (at % 2 === 0 ? 0.25 : -0.25);
  return Array.from({ length: count }, (_, at) => ({ feature: `f${at}`, value: at, weight: weightOf(at) }));
}

const sumOf = (told: readonly Contribution[]) => told.reduce((sum, { weight }) => sum + weight, 0);

test("the base and the ten strongest features are told, and the sum of the others", () => {
  const all = [BASE, ...features(30)];
  const told = tellWeights(Float32Array.of(0.5), () => all)(0);
  expect(told.map(({ feature }) => feature)).toEqual([
    ...all.slice(0, 11).map((one) => one.feature),
    "others",
  ]);
  expect(sumOf(told)).toBe(sumOf(all));
});

test("nothing is summed up where all can be told, and nothing is told where nothing weighs", () => {
  const all = [BASE, ...features(10)];
  expect(tellWeights(Float32Array.of(0.5), () => all)(0)).toEqual(all);
  expect(tellWeights(Float32Array.of(0.5), () => [])(0)).toEqual([]);
  expect(tellWeights(Float32Array.of(0.5), undefined)(0)).toEqual([]);
});

test("of a page with very many leaves, the 5,000 nearest to the decision are told", () => {
  const scores = Float32Array.from({ length: 20_000 }, (_, leaf) => leaf / 20_000);
  const asked: number[] = [];
  const weightsOf = tellWeights(scores, (leaf) => {
    asked.push(leaf);
    return [BASE];
  });
  const told = [...scores.keys()].filter((leaf) => weightsOf(leaf).length > 0);
  expect([told.length, asked.length]).toEqual([5_000, 5_000]);
  expect([told[0], told.at(-1)]).toEqual([7_500, 12_499]);
});
