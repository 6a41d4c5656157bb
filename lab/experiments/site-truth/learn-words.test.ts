import { expect, test } from "vitest";
import { readPlaces } from "../../../src/site/taxonomy/label-uses.ts";
import { siteOf } from "../../../src/site/taxonomy/made-up-labels.testing.ts";
import { wordKey } from "../../../src/site/taxonomy/section-words.ts";
import { countWords, listWords, oddsWithout } from "./learn-words.ts";

const COUNTS = countWords(
  ["a.example", "b.example", "c.example", "d.example", "e.example"].flatMap((site) =>
    readPlaces(
      siteOf(site, [
        ["Sport", "/s/"],
        ["Jobs", "/j/"],
        [`Only ${site[0]}`, "/o/"],
      ]),
    ).map((place) => ({ site, place, isSection: place.texts[0] === "Sport" })),
  ),
);

test("odds are those of other sites", () => {
  expect(oddsWithout(COUNTS, undefined)("sport")).toBe(1.75);
  expect(oddsWithout(COUNTS, "a.example")("sport")).toBe(1.5);
  expect(oddsWithout(COUNTS, "a.example")("jobs")).toBe(-1.5);
});

test("a word of one site says nothing, and none is kept as text", () => {
  expect(oddsWithout(COUNTS, undefined)("a")).toBe(0);
  expect(listWords(COUNTS)).toEqual({
    "-1.75": ["jobs", "only"].map(wordKey).sort().join(" "),
    "1.75": wordKey("sport"),
  });
});
