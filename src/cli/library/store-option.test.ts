import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { libraryName, momentInMs } from "./store-option.ts";

const FOLDERS = [import.meta.dirname, join(import.meta.dirname, "../server")];

async function commands(): Promise<readonly Command[]> {
  const found: Command[] = [];
  const names = FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const name of names.filter((each) => !each.endsWith(".test.ts"))) {
    const file: Readonly<Record<string, unknown>> = await import(name);
    for (const [key, make] of Object.entries(file)) {
      const command: unknown = key.endsWith("Command") && typeof make === "function" ? make() : undefined;
      if (command instanceof Command) found.push(command, ...command.commands);
    }
  }
  return found;
}

test("every command that takes an address of a library takes a file with it too", async () => {
  const named = (await commands()).filter(({ options }) => options.some(({ long }) => long === "--store"));
  const without = named.filter(({ options }) => !options.some(({ long }) => long === "--store-file"));
  expect(named.length).toBeGreaterThan(15);
  expect(without.map((command) => command.name())).toEqual([]);
});

test("a day that no calendar has is refused", () => {
  expect(momentInMs("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
  expect(momentInMs("2026-11-18T09:00+02:00")).toBe(Date.UTC(2026, 10, 18, 7));
  for (const day of ["2026-02-30", "2026-02-29T10:00Z", "2026-13-01", "soon"])
    expect(() => momentInMs(day)).toThrow(/a day such as/);
});

test("a file that only its owner can read names the library", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-"));
  try {
    const file = join(folder, "store.txt");
    writeFileSync(file, "postgres://me:secret@db.example/news\n", { mode: 0o600 });
    expect(libraryName({ storeFile: file })).toBe("postgres://me:secret@db.example/news");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
