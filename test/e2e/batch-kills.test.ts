import { expect, test } from "vitest";
import { killBatches } from "./kill-batches.ts";
import { folder } from "./test-folder.ts";

test.each(["jsonl", "parquet"] as const)(
  "a killed run of %s gives what an undisturbed one gives",
  async (ending) => {
    const { whole, resumed, wholeRows, resumedRows, hits, report } = await killBatches({
      folder,
      ending,
      kills: 4,
      seed: 3,
      pages: 150,
    });
    expect(hits).toBeGreaterThan(0);
    expect(resumedRows).toEqual(wholeRows);
    expect(resumed.equals(whole)).toBe(true);
    expect(report.in).toBe(159);
    expect(report.out + report.failed).toBe(report.in);
  },
);
