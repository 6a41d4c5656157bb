import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SiteProfile } from "../page/index.ts";
import type { Front } from "./fronts.ts";
import { describeChange, isRunFolder, keptSiteLabels, RunFolder, savedFronts } from "./mine-site.ts";
import { newFolder } from "./saved-site.testing.ts";

describe("RunFolder", () => {
  const front = (id: string): Front => ({ id, labels: { id, labels: [] }, items: [] });

  test("gives a run that was stopped what it had, whole lines only", async () => {
    const path = join(newFolder(), "site");
    const first = await RunFolder.open(path, "pages/");
    first.addFront(front("a"));
    appendFileSync(join(path, "fronts.jsonl"), '{"id":"half');
    const second = await RunFolder.open(path, "pages/");
    expect([...second.known]).toEqual([["a", front("a")]]);
    expect({ first: first.isResumed, second: second.isResumed }).toEqual({ first: false, second: true });
    second.addFront(front("b"));
    expect(savedFronts(path).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(isRunFolder(path)).toBe(true);
  });

  test("begins anew after a run that has ended, and forgets its pages", async () => {
    const path = newFolder();
    const first = await RunFolder.open(path, "pages/");
    first.addFront(front("a"));
    mkdirSync(first.storeFolder);
    await first.finish();
    const second = await RunFolder.open(path, "pages/");
    expect(second.known.size).toBe(0);
    expect(second.isResumed).toBe(false);
    expect(existsSync(second.storeFolder)).toBe(false);
  });

  test("refuses a folder with pages that are from no run, and keeps them", async () => {
    const path = newFolder();
    mkdirSync(join(path, "pages"));
    await expect(RunFolder.open(path, join(path, "pages"))).rejects.toMatchObject({ code: "BAD_OPTION" });
    expect(existsSync(join(path, "pages"))).toBe(true);
    expect(existsSync(join(path, "run.json"))).toBe(false);
  });

  test("refuses the folder of another site, and files that are none of ours", async () => {
    const path = newFolder();
    const run = await RunFolder.open(path, "https://harbour.exampel/");
    expect((await RunFolder.open(path, "https://harbour.example/")).isResumed).toBe(false);
    run.addFront(front("a"));
    await expect(RunFolder.open(path, "pages/")).rejects.toMatchObject({ code: "BAD_OPTION" });
    writeFileSync(join(path, "run.json"), '{"format":"other"}');
    await expect(RunFolder.open(path, "pages/")).rejects.toMatchObject({ code: "BAD_OPTION" });
    writeFileSync(join(path, "run.json"), "{");
    await expect(RunFolder.open(path, "pages/")).rejects.toThrow(/damaged/);
  });
});

describe("describeChange", () => {
  function profile(...paths: readonly string[]): SiteProfile {
    const places = paths.map((path) => ({ path, pages: 9, words: 40, role: "body" as const }));
    const template = { pages: 9, steps: "names" as const, paths: places, labels: [] };
    return {
      format: "galley-site-profile",
      version: 1,
      site: "harbour.example",
      made: "2026-03-12T07:30:00.000Z",
      pages: 9,
      repeated: {},
      templates: paths.length === 0 ? [] : [template],
    };
  }

  const FITS = { isStale: false, pages: 9, fitting: 8, missing: [] };

  const STALE = { isStale: true, pages: 9, fitting: 1, missing: [] };

  test.each([
    [profile("html/p"), profile("html/p"), FITS, "the template of 2026-03-12 still fits: 8 of 9 articles"],
    [profile(), profile(), STALE, "no template on 2026-03-12, and none now"],
    [profile(), profile("html/p"), STALE, "no template on 2026-03-12, one now"],
    [
      profile("html/p", "html/ul/li"),
      profile("html/p", "html/div/p", "html/q"),
      STALE,
      "the template of 2026-03-12 no longer fits: 1 of 9 articles; 1 place gone (html/ul/li); 2 places new (html/div/p)",
    ],
  ])("tells what became of a template (%#)", (before, after, drift, words) => {
    expect(describeChange(before, after, drift)).toBe(words);
  });
});

test("labels that mining has kept need no page, and a folder without any is refused", async () => {
  const folder = newFolder();
  const run = await RunFolder.open(folder, "pages/");
  expect(() => keptSiteLabels(folder)).toThrow(/no front page/);
  const labels = { id: "/", url: "https://harbour.example/", labels: [] };
  run.addFront({ id: "/", labels, items: [] });
  expect(keptSiteLabels(folder)).toEqual({ site: "harbour.example", pages: [labels] });
});
