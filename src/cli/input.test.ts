import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFile } from "../archive/index.ts";
import { refuseInside, refuseOverwriting } from "./input.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-own-"));
  writeFileSync(join(folder, "own.html"), "<p>A page.");
  writeFileSync(join(folder, "same.html"), "<p>A page.");
  symlinkSync("own.html", join(folder, "symbolic.html"));
  linkSync(join(folder, "own.html"), join(folder, "hard.html"));
  linkSync(join(folder, "own.html"), join(folder, "new.html.partial"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["own.html", "./own.html", "symbolic.html", "hard.html", "new.html"])(
  "refuses %s as an output where own.html is read",
  (output) => {
    const target = findFile(`${folder}/${output}`);
    expect(() => refuseOverwriting([join(folder, "own.html")], target)).toThrow(
      expect.objectContaining({ code: "BAD_OPTION" }),
    );
    expect(() => refuseOverwriting([join(folder, "symbolic.html")], target)).toThrow(/would be replaced/);
  },
);

test.each(["same.html", "other.html", "-"])("takes %s where own.html is read", (output) => {
  const target = findFile(output === "-" ? output : join(folder, output));
  expect(() => refuseOverwriting([join(folder, "own.html"), "https://a.example/"], target)).not.toThrow();
});

test("refuses an output where the pages are", () => {
  const inside = (path: string, kind: "folder" | "lines", name: string) => () =>
    refuseInside(kind === "folder" ? { kind, path } : { kind, name: basename(path), path }, name);
  expect(inside("pages", "folder", "pages/mined")).toThrow(/outside/);
  expect(inside("pages", "folder", "pages")).toThrow(/outside/);
  expect(inside("pages/index.jsonl", "lines", "pages/index.jsonl")).toThrow(/outside/);
  expect(inside("pages/index.jsonl", "lines", "pages/")).toThrow(/outside/);
  for (const name of ["mined", "pages-mined", "../pages", "-"])
    expect(inside("pages", "folder", name)).not.toThrow();
  expect(inside("pages/index.jsonl", "lines", "pages/mined")).not.toThrow();
});
