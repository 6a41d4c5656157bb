import { expect, test } from "vitest";
import { labelOf } from "./label.testing.ts";
import { scoreAnswer } from "./measure.ts";
import { details, overview, summary, toolTable } from "./tables.ts";
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

test("the summary has means over sets, median times and no time where none was taken", () => {
  const other = labelOf({ set: "other" }, { body: "five six" });
  const times = [
    { tool: "good", cpuMs: 4 },
    { tool: "good", cpuMs: 5 },
    { tool: "good", cpuMs: 900 },
    { tool: "half", cpuMs: 2 },
  ];
  const all = [...scores, scoreAnswer(other, "good", { text: "five six" }), scoreAnswer(other, "half", {})];
  expect(summary(all, times).split("\n").slice(2)).toEqual([
    "| good | **1.000** | **1.000** | 5.0 | 1.00x | 303.0 |",
    "| half | .333 | .000 | **2.0** | 0.40x | 2.0 |",
    "| none | .000 | .000 |  |  |  |",
  ]);
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
