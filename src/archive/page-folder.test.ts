import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findIndex, nameFile, numberOf, PageFolder } from "./page-folder.ts";
import { checkResumed, RunRecord } from "./resume.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("names of files", () => {
  test.each([
    ["Ferry returns: a 9-year wait", "a.html", "000007-ferry-returns-a-9-year-wait"],
    ["", "news/old-quay.html.gz", "000007-old-quay"],
    ["", "https://bay.example/2026/caf%C3%A9/?x=1", "000007-café"],
    ["", "https://bay.example/%ff/", "000007-ff"],
    ["../../etc\\passwd\u0000\n", "x", "000007-etc-passwd"],
    ["CON", "x", "000007-con"],
    ["\u202eevil\u200b. . .", "x", "000007-evil"],
    ["渡船九年后重返港口", "x", "000007-渡船九年后重返港口"],
    ["...", "?!", "000007"],
  ])("%j of %j", (title, id, name) => {
    expect(nameFile(7, title, id)).toBe(name);
  });

  test("sort by their number, beyond the millionth too", () => {
    const numbers = [1, 2, 10, 999_999, 1_000_000, 1_000_001, 9_999_999, 10_000_000];
    const names = numbers.map((number) => `${nameFile(number, "", "Z a")}.md`);
    expect([...names].sort()).toEqual(names);
    expect(names.map(numberOf)).toEqual(numbers);
  });

  test("stay short, whole words where there are any, whole characters in any case", () => {
    expect(nameFile(1, "word ".repeat(200), "")).toBe(`000001${"-word".repeat(20)}`);
    const long = nameFile(1, "港".repeat(500), "");
    expect(long).toBe(`000001-${"港".repeat(33)}`);
  });
});

describe("a folder of pages", () => {
  const page = (id: string, title: string) => ({ fields: { id, url: null, title }, content: `# ${title}\n` });

  test("holds a file for each page, also for those of one title, and says which in its index", async () => {
    const pages = new PageFolder(folder, ".md");
    const failed = { fields: { id: "c", error: { code: "EMPTY_INPUT", message: "It is empty." } } };
    const index = await pages.write([page("a", "Tide"), page("b", "TIDE"), failed, page("d", "tide")]);
    const lines = Buffer.from(index).toString().trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { id: "a", file: "000001-tide.md", title: "Tide", url: null },
      { id: "b", file: "000002-tide.md", title: "TIDE", url: null },
      failed.fields,
      { id: "d", file: "000004-tide.md", title: "tide", url: null },
    ]);
    expect(readdirSync(folder)).toEqual(["000001-tide.md", "000002-tide.md", "000004-tide.md"]);
    expect(readFileSync(join(folder, "000002-tide.md"), "utf8")).toBe("# TIDE\n");
  });

  test("goes on after the last page of the run before, without what that one had not entered", async () => {
    for (const name of [
      "000001-tide.md",
      "000002-half.md.partial",
      "000002-old.md",
      "notes.md",
      "000002.txt.bak",
    ])
      writeFileSync(join(folder, name), "");
    const pages = new PageFolder(folder, ".md", 1);
    pages.removeUnlisted();
    await pages.write([page("b", "New")]);
    expect(readdirSync(folder)).toEqual(["000001-tide.md", "000002-new.md", "000002.txt.bak", "notes.md"]);
  });

  test("is refused where there is anything in it", () => {
    PageFolder.make(join(folder, "new/one"));
    writeFileSync(join(folder, "new/one/index.jsonl.partial"), "");
    PageFolder.make(join(folder, "new/one"));
    writeFileSync(join(folder, "new/one/notes.md"), "");
    expect(() => PageFolder.make(join(folder, "new/one"))).toThrow(
      expect.objectContaining({ code: "BAD_OPTION" }),
    );
  });

  test.each(["-", "", "out.jsonl", "out.jsonl.gz"])("is not %j", (out) => {
    expect(() => findIndex(out)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });
});

describe("the record of a run", () => {
  const options = { "--fields": "title", "--render": false, "--model": null };
  const target = () => ({ name: "out.jsonl", isGzip: false, path: join(folder, "out.jsonl") });
  const put = (name: string) => writeFileSync(join(folder, name), '{"id":"a"}\n');

  test("refuses other options, and says which differ", async () => {
    put("out.jsonl.partial");
    expect(checkResumed(target(), options)).toBe(false);
    await RunRecord.begin(target(), options);
    expect(checkResumed(target(), { ...options, "--render": false })).toBe(true);
    const other = { "--fields": "title,text", "--render": true, "--include": "captions" };
    expect(() => checkResumed(target(), other)).toThrow(
      expect.objectContaining({
        code: "RESUME_MISMATCH",
        message:
          "The run that wrote out.jsonl had other options: --fields title (now --fields title,text), no --render (now --render), no --include (now --include captions).",
      }),
    );
  });

  test("goes with its output: the partial one, then the whole one", async () => {
    put("out.jsonl.partial");
    const record = await RunRecord.begin(target(), options);
    expect(readdirSync(folder)).toEqual(["out.jsonl.partial", "out.jsonl.partial.run.json"]);
    await record?.finish(async () => {
      put("out.jsonl");
      rmSync(join(folder, "out.jsonl.partial"));
    });
    expect(readdirSync(folder)).toEqual(["out.jsonl", "out.jsonl.run.json"]);
    // A second run that is stopped before it has a line leaves no trace, and the first is still known.
    await (await RunRecord.begin(target(), { "--fields": "text" }))?.leave();
    expect(checkResumed(target(), options)).toBe(true);
  });

  test("says so when it is damaged", async () => {
    put("out.jsonl");
    writeFileSync(join(folder, "out.jsonl.run.json"), "{}");
    expect(() => checkResumed(target(), options)).toThrow(
      expect.objectContaining({ code: "RESUME_MISMATCH" }),
    );
  });
});
