import { beforeAll, expect, test } from "vitest";
import { buildIfStale } from "../scripts/fresh-build.ts";
import { ContenderProcess } from "./contender-process.ts";

const MADE_UP = { count: 2, source: "newsroom" } as const;

beforeAll(buildIfStale, 120_000);

test("tells what a page takes and allocates in a process of its own", { timeout: 30_000 }, async () => {
  const econ = await ContenderProcess.start({ way: "text", extractor: "econ" }, MADE_UP);
  try {
    expect(econ.name).toBe("econ text");
    expect(await econ.msOf(0, 2)).toBeGreaterThan(0);
    const [first, second] = await econ.allocationsOf(2);
    expect(first?.heap).toBeGreaterThan(1000);
    expect(second?.heap).toBeGreaterThan(1000);
  } finally {
    econ.close();
  }
});

test("fails where the process ends before it answers", { timeout: 30_000 }, async () => {
  const parse5 = await ContenderProcess.start({ way: "parse5" }, MADE_UP);
  const answer = parse5.msOf(7, 8);
  await expect(answer).rejects.toThrow("ended with 1");
});
