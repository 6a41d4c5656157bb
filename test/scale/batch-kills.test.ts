import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFolder } from "../e2e/galley.ts";
import { killBatches } from "../e2e/kill-batches.ts";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(["jsonl", "parquet"] as const)(
  "50 random kills of a run of %s change nothing",
  async (ending) => {
    // New outputs until there were fifty kills, as a run ends after a few.
    let hits = 0;
    for (let seed = 1; hits < 50; seed++) {
      rmSync(folder, { recursive: true });
      folder = newFolder();
      const killed = await killBatches({ folder, ending, kills: 8, seed, pages: 400 });
      hits += killed.hits;
      expect(killed.resumedRows, `seed ${seed}`).toEqual(killed.wholeRows);
      expect(killed.resumed.equals(killed.whole), `seed ${seed}`).toBe(true);
      expect(killed.report.out + killed.report.failed).toBe(killed.report.in);
    }
    console.log(`${ending}: ${hits} kills`);
  },
  3_600_000,
);
