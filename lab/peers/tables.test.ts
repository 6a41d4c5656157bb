import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { labelOf } from "./label.testing.ts";
import { type PageTime, scoreAnswer } from "./measure.ts";
import { fillBlocks, type PeersRun, runBlocks } from "./tables.ts";
import type { Tool } from "./tools.data.ts";

const label = labelOf({ set: "s" }, { body: "one two three four" });
const other = labelOf({ set: "other" }, { body: "five six" });
const scores = [
  scoreAnswer(label, "galley", { text: "one two three four" }),
  scoreAnswer(label, "half", { text: "one two" }),
  scoreAnswer(label, "none", { error: "it broke" }),
];

function blocksOf(part: Partial<PeersRun["sets"][number]>, tools: readonly Tool[] = []) {
  const set = { name: "s", pages: 1, hash: "0123456789abcdef01", seen: 2, scores, times: [], ...part };
  const provenance = { command: "npm run peers", date: "2026-11-17", version: "0.1.0" };
  return runBlocks({ sets: [set], tools, provenance });
}

test("the scores have a column a tool, the best figure in bold, and the command that reproduces them", () => {
  const lines = blocksOf({}).scores?.split("\n") ?? [];
  expect(lines.at(-1)).toBe("| `s` | 1 | **1.000** / 1.000 | .667 / .000 | .000 / .000 |");
  expect(lines.slice(0, 5)).toEqual([
    "Measured on 2026-11-17 with galley 0.1.0: `npm run peers`",
    "",
    "- `s`: 1 pages, data `0123456789abcdef`",
    "",
    "1 pages measured; 2 of sites that galley was trained on left out for all.",
  ]);
});

const times: readonly PageTime[] = [
  { tool: "galley", cpuMs: 4 },
  { tool: "galley", cpuMs: 5 },
  { tool: "galley", cpuMs: 900 },
  { tool: "half", cpuMs: 2 },
];
const twoSets = [
  ...scores,
  scoreAnswer(other, "galley", { text: "five six" }),
  scoreAnswer(other, "half", {}),
];

test("the means are over sets, with median times and no time where none was taken", () => {
  expect(blocksOf({ scores: twoSets, times }).means?.split("\n").slice(2)).toEqual([
    "| galley | **1.000** | **1.000** | 5.0 | 1.00x | 303.0 |",
    "| half | .333 | .000 | **2.0** | 0.40x | 2.0 |",
    "| none | .000 | .000 |  |  |  |",
  ]);
});

test("the headline compares Galley with the best of the others, whoever is better", () => {
  const [ours, rival] = [
    scoreAnswer(label, "galley", { text: "one two" }),
    scoreAnswer(label, "good", { text: "one two three four" }),
  ];
  const { headline } = blocksOf({ scores: [ours, rival], times });
  expect(headline?.split("\n").slice(0, 7)).toEqual([
    "Galley has a word F1 of **.667**; the best of the other tools, good, has 1.000. It gets **0 %** of",
    "the pages *correctly*; the best of the others, good, 100 %.",
    "",
    "|  | word F1 | *correctly* | time a page |",
    "| --- | ---: | ---: | ---: |",
    "| **Galley** | .667 | 0 % | **5.0 ms** |",
    "| good | **1.000** | **100 %** |  |",
  ]);
  expect(blocksOf({ scores: twoSets }).headline).toContain("Means over 2 labelled sets, 2 pages");
});

test("the details tell failures from empty answers", () => {
  expect(blocksOf({}).details?.split("\n").slice(-2)).toEqual([
    "| `s` | half | 1 | 0 | .667 | 1.000 | .500 | .000 |  |",
    "| `s` | none | 1 | 1 | .000 | .000 | .000 | .000 |  |",
  ]);
});

test("the table of tools has the versions and the settings", () => {
  const tool: Tool = {
    id: "x",
    from: "npm",
    adapter: ["x.mjs"],
    settings: "defaults",
    packages: [
      ["x-js", "1.2.3"],
      ["dom", "4.5.6"],
    ],
  };
  expect(blocksOf({}, [tool]).tools?.split("\n").at(-1)).toBe("| x | x-js 1.2.3, dom 4.5.6 | defaults |");
});

test("a run fills the marked blocks of a document and nothing else", () => {
  const document = "# A\n<!-- peers: means -->\nold\n<!-- /peers: means -->\n\nB $& `$1`\n";
  const filled = fillBlocks(document, { means: "| $1 |", unused: "x" });
  expect(filled).toBe("# A\n<!-- peers: means -->\n\n| $1 |\n\n<!-- /peers: means -->\n\nB $& `$1`\n");
  expect(fillBlocks(filled, { means: "| $1 |" })).toBe(filled);
  expect(fillBlocks(document, {}), "blocks of other runs stay").toBe(document);
});

test("README.md and docs/peers.md have a place for every block but the details, which are only printed", () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, "../..", name), "utf8");
  const names = Object.keys(blocksOf({}))
    .filter((name) => name !== "details")
    .concat("speed") // written by --speed, a run of its own
    .sort();
  const marked = `${read("README.md")}${read("docs/peers.md")}`.match(/(?<=<!-- peers: )[a-z]+/g)?.sort();
  expect(marked).toEqual(names);
});
