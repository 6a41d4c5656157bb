import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findInput } from "./inputs.ts";
import { readRecord } from "./page-record.ts";
import { findList, readSources, type SourceInput } from "./sources.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-sources-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** What each page is: its id, and its address, path or failure. */
async function pagesOf(inputs: readonly SourceInput[], allowOutside = false): Promise<string[]> {
  const found: string[] = [];
  for await (const page of readSources(inputs, { allowOutside })) {
    if (page.kind === "address") found.push(`${page.id} -> ${page.url}`);
    else if (page.kind === "file") found.push(`${page.id} in ${page.path}`);
    else {
      const record = readRecord(page);
      found.push(`${record.id} ${"error" in record ? record.error.code : "content"}`);
    }
  }
  return found;
}

describe("a list", () => {
  test("names addresses and files a line, and whatever is wrong with a line is that line's", async () => {
    put("saved/a.html", "<p>A page.");
    const lines = [
      ...["\ufeff# Monday", "https://bay.example/a?b=1#c", "", "  saved/a.html \r", "#https://bay.example/b"],
      ...["ftp://bay.example/", "../elsewhere.html", "/etc/hostname", "more.jsonl", "b\u0000ad"],
      ...["x".repeat(70_000), "missing.html"],
    ];
    const list = findList(put("list.txt", lines.join("\n")));
    expect(await pagesOf([list])).toEqual([
      "https://bay.example/a?b=1#c -> https://bay.example/a?b=1#c",
      `saved/a.html in ${join(folder, "saved/a.html")}`,
      "ftp://bay.example/ -> ftp://bay.example/",
      "../elsewhere.html PATH_OUTSIDE",
      "/etc/hostname PATH_OUTSIDE",
      "more.jsonl BAD_RECORD",
      "list.txt:10 BAD_RECORD",
      "list.txt:11 BAD_RECORD",
      `missing.html in ${join(folder, "missing.html")}`,
    ]);
    expect(await pagesOf([findList(put("b.txt", "/etc/hostname"))], true)).toEqual([
      "/etc/hostname in /etc/hostname",
    ]);
  });

  test("may be packed and of any name, but no folder and not missing", async () => {
    const list = findList(put("list", gzipSync("https://bay.example/a\n")));
    expect(await pagesOf([list])).toEqual(["https://bay.example/a -> https://bay.example/a"]);
    expect(() => findList(folder)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
    expect(() => findList(join(folder, "none"))).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
  });
});

describe("lines of JSON", () => {
  const long = "x".repeat(100_000);
  test("with a url alone are to be fetched, and called by it where they have no id", async () => {
    const records = [
      { url: "https://bay.example/a" },
      { id: "b", url: "https://bay.example/b", html: null, htmlPath: null },
      { id: "c", url: "https://bay.example/c", html: "<p>A page." },
      { id: "d", url: "https://bay.example/d", html: `<p>${long}` },
      { id: "e", url: "https://bay.example/e", note: long },
      { id: "f" },
      { id: "g", url: 7 },
    ];
    const path = put("pages.jsonl", records.map((record) => JSON.stringify(record)).join("\n"));
    expect(await pagesOf([findInput(path)])).toEqual([
      "https://bay.example/a -> https://bay.example/a",
      "b -> https://bay.example/b",
      "c content",
      "d content",
      "e -> https://bay.example/e",
      "f BAD_RECORD",
      "g BAD_RECORD",
    ]);
  });

  test("of a labelled set name saved pages only", async () => {
    put("index.jsonl", '{"id": "a", "url": "https://bay.example/a"}\n');
    expect(await pagesOf([findInput(folder)])).toEqual(["a BAD_RECORD"]);
  });
});
