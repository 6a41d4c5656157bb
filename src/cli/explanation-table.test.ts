import { describe, expect, test } from "vitest";
import { explanationTable } from "./explanation-table.ts";

test("the table calls a leaf kept where the article holds it, whatever its score", () => {
  const leaf = { path: "/p[1]", score: 1 };
  const table = explanationTable({
    fields: { title: { source: "json-ld", confidence: 0.9 } },
    leaves: [
      { ...leaf, text: "A sentence.", kept: true, reason: "inside the body" },
      { ...leaf, text: "First!", kept: false, reason: "left out: comments" },
    ],
  });
  expect(table).toBe(`field  source   confidence
title  json-ld  0.90

leaf     score  reason              text         path
kept     1.00   inside the body     A sentence.  /p[1]
dropped  1.00   left out: comments  First!       /p[1]
`);
});

test("the table tells how the method decided, where it has notes", () => {
  const title = {
    source: "collected",
    situation: "no possible title",
    possibleTitles: 0,
    reserveRange: false,
  } as const;
  const table = explanationTable({ fields: {}, notes: { threshold: 0.123456, title }, leaves: [] });
  expect(table.split("\n").slice(2, 8)).toEqual([
    "note                  value",
    "threshold             0.123",
    "title.source          collected",
    "title.situation       no possible title",
    "title.possibleTitles  0",
    "title.reserveRange    false",
  ]);
});

test("the table tells the three strongest weights of a leaf, where leaves are weighed", () => {
  const leaf = { path: "/p[1]", text: "Sport", kept: false, score: 0.01, reason: "scored as not body" };
  const weights = [
    { feature: "base", value: null, weight: -3 },
    { feature: "names", value: -4.38412, weight: -1.5 },
    { feature: "mss kept", value: 1, weight: 0.75 },
    { feature: "up.nav", value: null, weight: -0.5 },
    { feature: "text.words", value: 1, weight: -0.25 },
    { feature: "others", value: null, weight: -9 },
  ];
  const table = explanationTable({ fields: {}, leaves: [{ ...leaf, contributions: weights }, leaf] });
  expect(table.split("\n").slice(2)).toEqual([
    "leaf     score  reason              text   strongest features                                 path",
    "dropped  0.01   scored as not body  Sport  -1.50 names=-4.38, +0.75 mss kept=1, -0.50 up.nav  /p[1]",
    "dropped  0.01   scored as not body  Sport                                                     /p[1]",
    "",
  ]);
});

describe("on a terminal that is too narrow", () => {
  const leaf = {
    path: `/html[1]${"/div[1]".repeat(20)}/p[2]/text()[1]`,
    text: "The ferry that was taken out of service in the autumn is back, and forty people were at the quay to see it.",
    kept: true,
    score: 0.98,
    reason: "scored as body",
    role: "body",
    roleChance: 1,
    contributions: [{ feature: "a".repeat(70), value: 1, weight: 1 }],
  } as const;
  const linesAt = (width: number, text: string = leaf.text) =>
    explanationTable({ fields: {}, leaves: [{ ...leaf, text }] }, width)
      .trimEnd()
      .split("\n")
      .slice(2);

  test("a leaf has lines of its own that fit", () => {
    expect(linesAt(60)).toEqual([
      "kept     0.98  The ferry that was taken out of service in t…",
      "         scored as body, body 1.00",
      `         +1.00 ${"a".repeat(44)}…`,
      "         …/div[1]/div[1]/div[1]/div[1]/div[1]/p[2]/text()[1]",
    ]);
    expect(linesAt(500)).toHaveLength(2);
  });

  test("wide characters count twice", () => {
    expect(linesAt(40, "渡船九年后重返港口，四十人前来观看")[0]).toBe(
      "kept     0.98  渡船九年后重返港口，四十…",
    );
  });
});
