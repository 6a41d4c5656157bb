import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { estimatePages, writeNewsroom } from "./sources.ts";
import { accuracyOf, Study, type StudySet } from "./study.ts";
import { drawSizes, ruleTable, screenTable } from "./tables.ts";

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

  test("compares how many screens are looked at, and names the look that does worst", () => {
    const rows = screenTable([set]).split("\n").slice(2);
    const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
    expect(cells.map(([, layout, screens]) => [layout, screens])).toEqual(
      ["one", "two", "any", "read softly"].map((screens) => ["estimate", screens]),
    );
    for (const cell of cells) expect(cell.at(-3)).toMatch(/^`(?:br-text-1999|definition-list-2003)`$/);
  });

  test("is drawn with a dot for every look and number of pages", () => {
    const study = new Study(set);
    const sizes = [3, 6];
    const picture = drawSizes([{ set: { ...set, sizes }, trials: sizes.flatMap((size) => study.run(size)) }]);
    expect(picture.match(/<circle/g)).toHaveLength(4);
    expect(picture).not.toContain("NaN");
  });
});
