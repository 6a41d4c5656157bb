import { expect, test } from "vitest";
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
