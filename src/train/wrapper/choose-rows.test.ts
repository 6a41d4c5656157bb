import { describe, expect, test } from "vitest";
import { seededRandom } from "../../sets/index.ts";
import { chooseRows, NEGATIVES_PER_PAGE } from "./choose-rows.ts";

const page = (count: number, truth: number, right: readonly number[] = [truth]) => ({
  ...{ nodes: [], rows: [], truth },
  isRight: Uint8Array.from({ length: count }, (_, at) => Number(right.includes(at))),
});

describe("the candidates that a page teaches", () => {
  test("are the truth, those beside it and some others", () => {
    const chosen = chooseRows(page(500, 100), seededRandom(1));
    expect(chosen).toHaveLength(1 + NEGATIVES_PER_PAGE);
    expect(chosen[0]).toBe(100);
    expect(chosen).toEqual(expect.arrayContaining([94, 99, 101, 106]));
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(Math.max(...chosen)).toBeGreaterThan(150);
  });

  test("are no wrappers of the truth, which are right too", () => {
    expect(chooseRows(page(5, 2, [1, 2]), seededRandom(1)).toSorted()).toEqual([0, 2, 3, 4]);
  });

  test("are the same for the same seed", () => {
    const draw = (seed: number) => chooseRows(page(500, 100), seededRandom(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });
});
