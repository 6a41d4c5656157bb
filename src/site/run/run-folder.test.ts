import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Front } from "../fronts/index.ts";
import { newFolder } from "../saved-site.testing.ts";
import { isRunFolder, RunFolder, readFronts } from "./run-folder.ts";

const front = (id: string): Front => ({ id, labels: { id, labels: [], vocabulary: {} }, items: [] });

describe("RunFolder", () => {
  test("gives a run that was stopped what it had, whole lines only", async () => {
    const path = join(newFolder(), "site");
    const first = await RunFolder.open(path, "pages/");
    first.addFront(front("a"));
    appendFileSync(join(path, "fronts.jsonl"), '{"id":"half');
    const second = await RunFolder.open(path, "pages/");
    expect([...second.known]).toEqual([["a", front("a")]]);
    expect({ first: first.isResumed, second: second.isResumed }).toEqual({ first: false, second: true });
    second.addFront(front("b"));
    expect(readFronts(path).map(({ id }) => id)).toEqual(["a", "b"]);
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

  test("refuses a folder with pages that no run has left there, and leaves them", async () => {
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
