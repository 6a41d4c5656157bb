import { expect, test } from "vitest";
import { MOST_GROWTH, timeGrowth } from "../../../test/growth.ts";
import { readPlaces } from "./label-uses.ts";
import { pageOf, siteOf, siteWithMenu, type Written } from "./made-up-labels.testing.ts";
import {
  PLACE_FEATURES,
  placeRows,
  readSectionTrees,
  scorePlaces,
  shippedSectionModel,
} from "./section-evidence.ts";
import { makeSectionConcept } from "./section-names.ts";
import { SECTION_TREES } from "./section-trees.data.ts";

const conceptOf = makeSectionConcept();
const names = { conceptOf, oddsOf: () => 0 };

test("a place is near the other entries of its menu, not near itself", () => {
  const labels: Written[] = [
    ["Sport", "/sport/"],
    ["World", "/world/"],
    ["Harbour", "/harbour/"],
  ];
  const rows = placeRows(readPlaces(siteWithMenu("a.example", labels)), names);
  const columns = ["neighbours", "neighbours: common name"].map((name) => PLACE_FEATURES.indexOf(name));
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [2, 0.5],
    [2, 0.5],
    [2, 1],
  ]);
});

test("a common name is likelier a section than a service", () => {
  const labels: Written[] = [
    ["Sport", "/sport/"],
    ["Privacy policy", "/privacy/"],
  ];
  const places = readPlaces(siteOf("a.example", labels));
  const [sport = 0, privacy = 1] = scorePlaces(places, conceptOf, shippedSectionModel());
  expect(sport).toBeGreaterThan(3 * privacy);
});

test("trees of other features are refused, and damaged ones", () => {
  const features = SECTION_TREES.features.replace("stories", "tales");
  expect(() => readSectionTrees({ ...SECTION_TREES, features })).toThrow(/other features/);
  expect(() => readSectionTrees({ ...SECTION_TREES, trees: "AAAA" })).toThrow(/damaged/);
});

test("an archive by date is no place, a section with a number is one", () => {
  const paths = ["/2018/", "/2018/01/", "/2018/1/31/", "/12/", "/100/", "/2018/13/"];
  const menu = {
    text: "",
    children: pageOf(
      "a.example",
      "/",
      paths.map((path, at): Written => [`Part ${"abcdef"[at]}`, path]),
    ).labels,
  };
  const site = { site: "a.example", pages: [{ ...pageOf("a.example", "/", []), menus: [menu] }] };
  expect(readPlaces(site).map(({ address }) => address.key)).toEqual([
    "a.example/12",
    "a.example/100",
    "a.example/2018/13",
  ]);
});

test("a menu of thousands of entries takes time by their number, not by its square", () => {
  const growth = timeGrowth(1_000, (count) => {
    const labels = Array.from({ length: count }, (_, at): Written => [`Topic${at} offers`, `/t${at}x/`]);
    const site = siteWithMenu("farm.example", labels);
    return () => placeRows(readPlaces(site), names);
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});
