import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accuracyOf } from "../scripts/experiments/wrapper/accuracy.ts";
import { estimatePages } from "../scripts/experiments/wrapper/laid-out-page.ts";
import { ruleTable } from "../scripts/experiments/wrapper/rule-table.ts";
import { writeNewsroom } from "../scripts/experiments/wrapper/sources.ts";
import { Study, type StudySet } from "../scripts/experiments/wrapper/study.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-study-"));
let set: StudySet;

beforeAll(async () => {
  const { pages } = await writeNewsroom(folder, { sites: 2, pages: 8, isHard: false });
  const manner = "strict";
  set = {
    ...{ name: "newsroom", layout: "estimate", manner, sizes: [6], testFrom: 6 },
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
});
