import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findInput } from "../archive/index.ts";
import { countPages } from "./batch-progress.ts";

test("counts the pages that are still to be done", async () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-progress-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["a.html", "b.html", "c.html"]) writeFileSync(join(folder, name), "");
  const inputs = [findInput(folder)];
  expect(await countPages(inputs)).toBe(3);
  expect(await countPages(inputs, new Map([["b.html", 1]]))).toBe(2);
});
