import { expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { readPlaces } from "./label-uses.ts";
import { siteOf, type Written } from "./made-up-labels.testing.ts";
import { nearScores } from "./section-evidence.ts";

test("a place is near the others of its folder, not near itself", () => {
  const labels: Written[] = [
    ["Sport", "/sport/"],
    ["World", "/world/"],
    ["Harbour", "/harbour/"],
    ["Ferries", "/harbour/ferries/"],
  ];
  const near = nearScores(readPlaces(siteOf("a.example", labels)), [1, 0.5, 0.25, 1]);
  expect(near).toEqual([
    [0, 0, -0.125],
    [0, 0, 0.125],
    [0, 0, 0.25],
    [0, 0, 0],
  ]);
});

test("a folder of thousands of places takes time by their number, not by its square", () => {
  const growth = timeGrowth(1_000, (count) => {
    const labels = Array.from({ length: count }, (_, at): Written => [`Topic${at} offers`, `/t/${at}x/`]);
    const site = siteOf("farm.example", labels);
    const scores = labels.map(() => 0.5);
    return () => nearScores(readPlaces(site), scores);
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});
