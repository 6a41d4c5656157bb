import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TITLE_FEATURES } from "../../../src/extractors/index.ts";
import { completeTable, figureTable } from "./audit.ts";
import { estimatePages, writeNewsroom } from "./sources.ts";
import { accuracyOf, type Off, Study, type StudySet } from "./study.ts";
import { ruleTable } from "./tables.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-study-"));
let set: StudySet;

beforeAll(async () => {
  const { pages } = await writeNewsroom(folder, { sites: 2, pages: 8, isHard: false });
  const manner = "strict";
  set = {
    name: "newsroom",
    layout: "estimate",
    manner,
    sizes: [6],
    testFrom: 6,
    pages: estimatePages(pages),
  };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a study of wrappers", () => {
  test("tries the wrapper of each look on the held-out pages of the other", () => {
    const trials = new Study(set).run(6);
    expect(trials.map(({ from, site, outcomes }) => [from, site, outcomes.length])).toEqual([
      ["br-text-1999", "definition-list-2003", 2],
      ["definition-list-2003", "br-text-1999", 2],
    ]);
    const { title, f1, oracle } = accuracyOf(trials.flatMap(({ outcomes }) => outcomes));
    expect(title).toBeGreaterThan(0.5);
    expect(f1).toBeLessThanOrEqual(oracle);
  });

  test("counts the rules that true bodies and titles fail", () => {
    const [head, , row] = ruleTable([set]).split("\n");
    expect(head).toContain("| set | layout | complete | pages |");
    expect(row).toContain("| `newsroom` | estimate | yes | 16 |");
  });

  test("compares the paper's figures with those of its settings and ours", () => {
    const rows = figureTable(
      { ...set, sizes: [6] },
      () => true,
      () => undefined,
    )
      .split("\n")
      .slice(2);
    expect(rows).toHaveLength(10);
    expect(rows[3]).toMatch(/^\| table 3: title, all features \| 100\.0 % \| \d/);
    for (const row of rows) expect(row).not.toContain("NaN");
  });

  test("can leave out a feature or a rule", () => {
    const outcomes = (off?: Off) =>
      accuracyOf(new Study(set, { off }).run(6).flatMap((trial) => trial.outcomes));
    const column = TITLE_FEATURES.indexOf("FontSize");
    expect(outcomes({ part: "title", column }).title).toBeLessThanOrEqual(outcomes().title);
    expect(outcomes({ rule: "anchor text" }).title).toBeLessThanOrEqual(outcomes().title);
  });

  test("tries wrappers of one site and of most sites on complete layouts", () => {
    const rows = completeTable([{ ...set, minPages: 2 }], () => true)
      .split("\n")
      .slice(2);
    expect(rows.filter((row) => row.includes("| one site, mean of 2 |"))).toHaveLength(4);
    expect(rows.filter((row) => row.includes("three quarters of the sites"))).toHaveLength(4);
  });
});
