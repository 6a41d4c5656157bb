import { expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { readPlaces } from "./label-uses.ts";
import { siteOf, type Written } from "./made-up-labels.testing.ts";
import { PLACE_FEATURES, placeRows, scorePlaces, shippedSectionTrees } from "./section-evidence.ts";
import { makeSectionConcept } from "./section-names.ts";

const conceptOf = makeSectionConcept();

test("a place is near the others of its folder, not near itself", () => {
  const labels: Written[] = [
    ["Sport", "/sport/"],
    ["World", "/world/"],
    ["Harbour", "/harbour/"],
    ["Ferries", "/harbour/ferries/"],
  ];
  const rows = placeRows(readPlaces(siteOf("a.example", labels)), conceptOf);
  const columns = ["folder", "folder: common name"].map((name) => PLACE_FEATURES.indexOf(name));
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [2, 0.5],
    [2, 0.5],
    [2, 1],
    [0, Number.NaN],
  ]);
});

test("a common name is likelier a section than a service", () => {
  const labels: Written[] = [
    ["Sport", "/sport/"],
    ["Privacy policy", "/privacy/"],
  ];
  const places = readPlaces(siteOf("a.example", labels));
  const [sport = 0, privacy = 1] = scorePlaces(places, conceptOf, shippedSectionTrees());
  expect(sport).toBeGreaterThan(3 * privacy);
});

test("a folder of thousands of places takes time by their number, not by its square", () => {
  const growth = timeGrowth(1_000, (count) => {
    const labels = Array.from({ length: count }, (_, at): Written => [`Topic${at} offers`, `/t/${at}x/`]);
    const places = readPlaces(siteOf("farm.example", labels));
    return () => placeRows(places, conceptOf);
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});
