import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ONE_PAGE_EXTRACTORS } from "../../src/extractors/index.ts";
import { type GateSet, WITH_PROFILE } from "./measure-profiles.ts";
import { FLOOR_METRICS, type GateOptions, runGate } from "./run-gate.ts";

let root = "";
let floorsPath = "";
let printed: string[] = [];
const SETS: readonly GateSet[] = [{ name: "tides", pages: 3, pageType: "article" }];

/** A page whose every word is the article, so that everything reaches 1. */
const record = (id: string, more: object = {}) => ({
  id,
  html: `<html><body><p>The tide of day ${id} came in, slowly.</p></body></html>`,
  body: `The tide of day ${id} came in, slowly.`,
  pageType: "article",
  ...more,
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "galley-gate-"));
  floorsPath = join(root, "floors.json");
  printed = [];
  await writeSet(["1", "2", "3", "4", "5"].map((id) => record(id)));
  await writeFile(floorsPath, JSON.stringify({ corpus: {}, floors: {}, lowered: [] }));
});
afterEach(() => rm(root, { recursive: true }));

async function writeSet(records: readonly object[]): Promise<void> {
  await mkdir(join(root, "tides"), { recursive: true });
  await writeFile(join(root, "tides", "index.jsonl"), records.map((one) => JSON.stringify(one)).join("\n"));
}

function gate(more: Partial<GateOptions> = {}): Promise<void> {
  return runGate({
    floorsPath,
    sets: SETS,
    places: { data: root, temporary: join(root, "temporary"), notify: () => undefined },
    print: (line) => printed.push(line),
    workers: 0,
    ...more,
  });
}

const floors = () => JSON.parse(readFileSync(floorsPath, "utf8"));

function setFloor(wordF1: number): void {
  const edited = floors();
  edited.floors.everything.tides.wordF1 = wordF1;
  writeFileSync(floorsPath, JSON.stringify(edited));
}

describe("the quality gate", () => {
  test("holds once its floors are measured, .003 below what was seen", async () => {
    await gate({ update: true });
    expect(floors().floors.everything.tides).toEqual({ wordF1: 0.997, correctly: 0.997 });
    expect(floors().corpus.tides).toEqual({ pages: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await gate();
    const count = ONE_PAGE_EXTRACTORS.length * FLOOR_METRICS.length;
    expect(printed.at(-1)).toBe(`gate: ran, ${count} floors held`);
  });

  test("fails where an extractor falls under a floor, and without any floor", async () => {
    await expect(gate()).rejects.toMatchObject({ code: "GATE_FAILED" });
    await gate({ update: true });
    setFloor(1.1);
    await expect(gate()).rejects.toMatchObject({
      code: "GATE_FAILED",
      message: expect.stringContaining("everything tides wordF1"),
    });
    expect(printed.some((line) => line.endsWith("FELL"))).toBe(true);
  });

  test("refuses to lower a floor without a reason, and keeps the reason", async () => {
    await gate({ update: true });
    setFloor(1.1);
    await expect(gate({ update: true })).rejects.toMatchObject({
      code: "GATE_FAILED",
      message: expect.stringContaining("--lower"),
    });
    expect(floors().floors.everything.tides.wordF1).toBe(1.1);
    await gate({ update: true, permission: { reason: "the label was wrong", date: "2026-11-15" } });
    expect(floors().floors.everything.tides.wordF1).toBe(0.997);
    expect(floors().lowered).toEqual([
      {
        reason: "the label was wrong",
        date: "2026-11-15",
        floors: ["everything tides wordF1: floor 1.100, measured 1.000"],
      },
    ]);
  });

  test("a floor that nothing is measured for does not hold, and goes only with a reason", async () => {
    await gate({ update: true });
    const edited = floors();
    edited.floors.retired = { tides: { wordF1: 0.9 } };
    writeFileSync(floorsPath, JSON.stringify(edited));
    const refusal = { code: "GATE_FAILED", message: expect.stringContaining("retired tides wordF1") };
    await expect(gate()).rejects.toMatchObject(refusal);
    expect(printed.some((line) => line.endsWith("NOT MEASURED"))).toBe(true);
    await expect(gate({ update: true })).rejects.toMatchObject(refusal);
    await gate({ update: true, permission: { reason: "the method is gone", date: "2026-11-15" } });
    expect(floors().floors).not.toHaveProperty("retired");
    expect(floors().lowered[0].floors).toEqual(["retired tides wordF1: floor 0.900, measured nothing"]);
  });

  test("holds fused to floors on pages of sites with a profile, mined from other pages of the site", async () => {
    const ofSite = (id: number, more = "") =>
      record(`${id}${more}`, { id: String(id), site: "tides.example" });
    await writeSet(Array.from({ length: 8 }, (_, id) => ofSite(id)));
    const sites = [{ name: "tides", sites: 1 }];
    await gate({ update: true, sites });
    expect(floors().floors[WITH_PROFILE]).toEqual({ "tides by site": { wordF1: 0.997, correctly: 0.997 } });
    expect(floors().corpus["tides by site"].pages).toBe(3);
    await gate({ sites });
    await expect(gate()).rejects.toMatchObject({ message: expect.stringContaining(WITH_PROFILE) });
    await writeSet(Array.from({ length: 8 }, (_, id) => ofSite(id, id > 5 ? " of May" : "")));
    await expect(gate({ sites })).rejects.toMatchObject({
      message: expect.stringContaining("tides by site"),
    });
  });

  test("raises floors, and leaves one that is within its slack", async () => {
    await gate({ update: true });
    setFloor(0.5);
    await gate({ update: true });
    expect(floors().floors.everything.tides.wordF1).toBe(0.997);
    setFloor(0.999);
    await gate({ update: true });
    expect(floors().floors.everything.tides.wordF1).toBe(0.999);
    expect(floors().lowered).toEqual([]);
  });

  test("fails where a page or its label is another", async () => {
    const records = ["1", "2", "3"].map((id) => record(id));
    await writeSet(records);
    await gate({ update: true });
    await writeSet(records.with(0, record("1", { title: "now labelled" })));
    await expect(gate()).rejects.toMatchObject({
      message: expect.stringContaining("The pages of tides are not those"),
    });
  });

  test("fails where a page's charset or address is another", async () => {
    const records = ["1", "2", "3"].map((id) => record(id));
    for (const change of [{ encoding: "koi8-r" }, { url: "https://tides.example/1" }]) {
      await writeSet(records);
      await gate({ update: true });
      await writeSet(records.with(0, record("1", change)));
      await expect(gate()).rejects.toMatchObject({
        message: expect.stringContaining("The pages of tides are not those"),
      });
    }
  });

  test("takes articles alone, the same ones whatever else the set gains", async () => {
    await gate({ update: true });
    const { hash } = floors().corpus.tides;
    const more = ["a", "b"].map((id) => record(id, { pageType: "home" }));
    await writeSet([...more, ...["1", "2", "3", "4", "5"].map((id) => record(id))]);
    await gate({ update: true });
    expect(floors().corpus.tides.hash).toBe(hash);
  });

  test("says that it was skipped where there are no labelled pages", async () => {
    await gate({ places: { data: undefined, temporary: root, notify: () => undefined } });
    expect(printed).toEqual(["gate: skipped, no labelled pages (set GALLEY_DATA)"]);
  });
});
