import { expect, test } from "vitest";
import { labelOf } from "./label.testing.ts";
import { scoreAnswer } from "./measure.ts";
import { details, overview, toolTable } from "./tables.ts";
import type { Tool } from "./tools.data.ts";

const label = labelOf({ set: "s" }, { body: "one two three four" });
const scores = [
  scoreAnswer(label, "good", { text: "one two three four" }),
  scoreAnswer(label, "half", { text: "one two" }),
  scoreAnswer(label, "none", { error: "it broke" }),
];

test("the overview has a column a tool and the best figure in bold", () => {
  expect(overview(scores).split("\n").at(-1)).toBe(
    "| `s` | 1 | **1.000** / 1.000 | .667 / .000 | .000 / .000 |",
  );
});

test("the details tell failures from empty answers", () => {
  expect(details(scores).split("\n").slice(-2)).toEqual([
    "| `s` | half | 1 | 0 | .667 | 1.000 | .500 | .000 |  |",
    "| `s` | none | 1 | 1 | .000 | .000 | .000 | .000 |  |",
  ]);
});

test("the table of tools says the versions and the settings", () => {
  const tool: Tool = {
    ...{ id: "x", from: "npm", adapter: ["x.mjs"], settings: "defaults" },
    packages: [
      ["x-js", "1.2.3"],
      ["dom", "4.5.6"],
    ],
  };
  expect(toolTable([tool]).split("\n").at(-1)).toBe("| x | x-js 1.2.3, dom 4.5.6 | defaults |");
});
