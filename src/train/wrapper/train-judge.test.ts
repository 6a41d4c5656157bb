import { describe, expect, test } from "vitest";
import { seededRandom } from "../../sets/index.ts";
import type { Candidates } from "./lesson.ts";
import { retrainJudge, trainJudge } from "./train-judge.ts";

/** Pages of ten candidates with three features, of which the truth's first is high and the second is noise. */
function pages(count: number, seed: number, truthFirst: number): Candidates[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const truth = Math.floor(random() * 10);
    const rows = Array.from({ length: 10 }, (_, at) =>
      Float64Array.of(at === truth ? truthFirst + random() / 5 : random() / 2, random(), 0.5),
    );
    const isRight = Uint8Array.from({ length: 10 }, (_, at) => Number(at === truth));
    return { nodes: [], rows, truth, isRight };
  });
}

const folds = (count: number) => Array.from({ length: count }, (_, at) => at % 4);
const isRight = (machine: ReturnType<typeof trainJudge>["machine"], { rows, truth }: Candidates) => {
  const chances = rows.map((row) => machine.probability(row));
  return chances.indexOf(Math.max(...chances)) === truth;
};

describe("a judge", () => {
  const trained = trainJudge(pages(20, 1, 0.8), folds(20), seededRandom(1));

  test("learns which feature tells the truth", () => {
    expect(trained.accuracy).toBe(1);
    expect(pages(30, 2, 0.8).filter((page) => isRight(trained.machine, page))).toHaveLength(30);
  });

  test("gives the truth a high probability and others a low one", () => {
    const [{ rows, truth }] = pages(1, 3, 0.8) as [Candidates];
    const chances = rows.map((row) => trained.machine.probability(row));
    expect(chances[truth]).toBeGreaterThan(0.8);
    expect(chances.reduce((sum, chance) => sum + chance, 0) - chances[truth]!).toBeLessThan(0.5);
  });

  test("is the same for the same pages and seed", () => {
    const again = trainJudge(pages(20, 1, 0.8), folds(20), seededRandom(1));
    expect(again.machine.encode()).toEqual(trained.machine.encode());
  });

  test("learns corrections and keeps what it knew", () => {
    // Of the new pages the truth has the lowest first feature of all, which the old judge takes for the least likely.
    const corrections = pages(6, 4, -0.4);
    expect(corrections.filter((page) => isRight(trained.machine, page))).toHaveLength(0);
    const machine = retrainJudge(trained.machine, corrections, seededRandom(1));
    expect(pages(10, 5, -0.4).filter((page) => isRight(machine, page))).toHaveLength(10);
    expect(pages(10, 6, 0.8).filter((page) => isRight(machine, page))).toHaveLength(10);
    expect(machine.parts.slope).toBe(trained.machine.parts.slope);
  });
});
