import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFileBytes } from "./read-bytes.ts";
import { ReadingSpace } from "./reading-space.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-space-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("files are read one after the other into the same memory", () => {
  const space = new ReadingSpace();
  const texts = ["The tide came in.", "", "Low water.", "The harbour was closed until the evening."];
  const memory = texts.map((text, at) => {
    const path = join(folder, `${at}.html`);
    writeFileSync(path, text);
    const bytes = readFileBytes(path, 1_000, space);
    expect(new TextDecoder().decode(bytes)).toBe(text);
    return bytes.buffer;
  });
  expect(memory[2]).toBe(memory[0]);
});

test("what is too large to keep has memory of its own", () => {
  const space = new ReadingSpace();
  const kept = space.take(10).buffer;
  expect(space.take(5_000_000)).toHaveLength(5_000_000);
  expect(space.take(20).buffer).toBe(kept);
});
