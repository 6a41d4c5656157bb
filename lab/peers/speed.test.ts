import { expect, test } from "vitest";
import { labelOf } from "./label.testing.ts";
import { scoreAnswer } from "./measure.ts";
import { raceTools, type SpeedRun, speedBlock, speedChart, speedRows, YARDSTICK } from "./speed.ts";

const label = labelOf({ set: "s" }, { body: "one two three four" });

/** Three passes of ten pages; the machine was slow in the second. */
const RUN: SpeedRun = {
  sets: [{ name: "s", pages: 10, hash: "0123456789abcdef01" }],
  pages: 10,
  scores: [
    scoreAnswer(label, "galley quick text", { text: "one two three four" }),
    scoreAnswer(label, "half", { text: "one two" }),
  ],
  laps: [1, 9, 1].flatMap((slow) => [
    { tool: YARDSTICK.id, cpuMs: 100 * slow, wallMs: 200 * slow },
    { tool: "half", cpuMs: 300 * slow, wallMs: 310 * slow },
    { tool: "galley quick text", cpuMs: 50 * slow, wallMs: 60 * slow },
  ]),
  load: [1.25, 2],
};

test("the fastest is first, and a slow pass changes no multiple", () => {
  const rows = speedRows(RUN);
  expect(rows.map(({ tool }) => tool)).toEqual(["galley quick text", "parse5", "half"]);
  expect(rows.map(({ multiple }) => multiple)).toEqual([0.5, 1, 3]);
  expect(rows[0]).toMatchObject({ f1: 1, correctly: 1, cpuMs: 5, wallMs: 6 });
  expect(rows[1]).toMatchObject({ f1: undefined, cpuMs: 10 });
});

test("the block tells the load, the passes and both times", () => {
  const block = speedBlock(RUN, {
    command: "npm run peers -- --speed",
    date: "2026-11-18",
    version: "0.1.0",
  });
  expect(block).toContain("10 pages; medians of 3 interleaved passes");
  expect(block).toContain("1.3 before and 2.0 after");
  expect(block).toContain("| half | 3.00x | 30.00 | 31.00 | .667 | .000 |");
});

test("the chart has a dot and a name for everybody who extracts", () => {
  const chart = speedChart(RUN);
  expect(chart.match(/<circle/g)).toHaveLength(2);
  expect(chart).toContain('class="ours"');
  expect(chart).toContain(">half</text>");
  expect(chart).not.toContain(">parse5</text>");
});

test("tools are warmed up, then take turns, and a lost page costs the limit", async () => {
  const asked: string[] = [];
  const tool = (id: string, cpuMs?: number) => ({
    id,
    ask: async () => {
      asked.push(id);
      return cpuMs === undefined
        ? { error: "lost", isLost: true as const }
        : { text: "one", cpuMs, ms: cpuMs };
    },
  });
  const run = await raceTools({
    choices: [],
    passes: 1,
    limitMs: 1000,
    places: { data: undefined, cache: "" } as never,
    tools: [tool(YARDSTICK.id, 1000), tool("lost")],
    seenBy: () => [],
    onPage: () => undefined,
    readPages: async () => ({ sets: [], labels: [label, label], pages: [1, 2].map(pageOf) }),
  });
  const turns = ["parse5", "parse5", "lost", "lost"];
  const warm = [...Array(4).fill("parse5"), ...Array(4).fill("lost")];
  expect(asked).toEqual([...warm, ...turns]);
  expect(run.laps).toEqual([
    { tool: "parse5", cpuMs: 2000, wallMs: 2000 },
    { tool: "lost", cpuMs: 2000, wallMs: 2000 },
  ]);
  expect(run.scores).toHaveLength(2);
});

function pageOf(id: number) {
  return { id: `${id}`, url: null, html: "<p>one" };
}
