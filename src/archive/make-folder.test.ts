import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("makeFolder", () => {
  test("makes the folders that are missing, and leaves those that are there", () => {
    mkdirSync(join(folder, "a"));
    makeFolder(join(folder, "a/b/c"));
    makeFolder(join(folder, "a/b/c"));
    expect(statSync(join(folder, "a/b/c")).isDirectory()).toBe(true);
  });

  test("takes back what it made, and nothing that holds a file or was there before", () => {
    mkdirSync(join(folder, "a"));
    makeFolder(join(folder, "a/b/c"))();
    expect(readdirSync(join(folder, "a"))).toEqual([]);
    const undo = makeFolder(join(folder, "a/b/c"));
    writeFileSync(join(folder, "a/b/note.txt"), "");
    undo();
    expect(readdirSync(join(folder, "a/b"))).toEqual(["note.txt"]);
  });

  test("leaves none of the folders above where the last cannot be made", () => {
    expect(() => makeFolder(join(folder, "new", "x".repeat(300)))).toThrow(/WRITE_FAILED|Cannot write/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["page.html", "page.html/reports", "loop/reports", "nowhere/reports"])("refuses %s", (name) => {
    writeFileSync(join(folder, "page.html"), "");
    symlinkSync("loop", join(folder, "loop"));
    symlinkSync("gone", join(folder, "nowhere"));
    expect(() => makeFolder(join(folder, name))).toThrow(expect.objectContaining({ code: "WRITE_FAILED" }));
  });
});
