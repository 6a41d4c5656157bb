import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  articleFile,
  chooseFormat,
  findSiteOutput,
  formatFile,
  olderFiles,
  refuseMismatch,
} from "./site-options.ts";

describe("the output of a site", () => {
  test.each([
    ["site/", "folder", "tree", "site/taxonomy.txt"],
    ["example.org", "folder", "tree", "example.org/taxonomy.txt"],
    ["-", "file", "tree", "-"],
    ["t.ttl", "file", "skos", "t.ttl"],
    ["t.HTML", "file", "html", "t.HTML"],
    ["t.xml", "file", "xml", "t.xml"],
  ])("named %s is a %s", (name, kind, format, file) => {
    const output = findSiteOutput(name);
    expect(output.kind).toBe(kind);
    expect(chooseFormat(undefined, output)).toBe(format);
    expect(chooseFormat("json", output)).toBe("json");
    expect(formatFile(output, chooseFormat(undefined, output))).toBe(file);
  });

  test("has its articles in lines", () => {
    expect(articleFile(findSiteOutput("site"))).toBe("site/articles.jsonl");
    expect(articleFile(findSiteOutput("a.jsonl.gz"))).toBe("a.jsonl.gz");
    expect(() => articleFile(findSiteOutput("a.xml"))).toThrow(/not a \.jsonl/);
  });

  test("may lie beside results of earlier runs", () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ["taxonomy.txt", "site.json", "articles.jsonl", "notes.txt"])
      writeFileSync(join(folder, name), "");
    const output = findSiteOutput(folder);
    const older = olderFiles(output, [formatFile(output, "json")]);
    expect(older.map((file) => basename(file))).toEqual(["taxonomy.txt", "articles.jsonl"]);
    expect(olderFiles(findSiteOutput(join(folder, "site.json")), [])).toEqual([]);
  });

  test("is refused where it cannot hold what was asked for", () => {
    const ask = (name: string, wish: Parameters<typeof refuseMismatch>[1]) => () =>
      refuseMismatch(findSiteOutput(name), wish);
    expect(ask("a.jsonl", {})).toThrow(/add --articles/);
    expect(ask("a.jsonl", { articles: true, format: "xml" })).toThrow(/name a folder/);
    expect(ask("-", { articles: true, format: "xml" })).toThrow(/name a folder/);
    for (const wish of [{ articles: true }, { format: "xml" }] as const) expect(ask("-", wish)).not.toThrow();
    expect(ask("site/", { articles: true, format: "xml" })).not.toThrow();
    expect(ask("a.json", {})).not.toThrow();
  });
});
