import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  findIndex,
  findTarget,
  makeFolder,
  nameFile,
  numberOf,
  Output,
  PageFolder,
  writeWhole,
} from "./output.ts";
import type { RawPage } from "./page-record.ts";
import { checkResumed, RunRecord, recoverLines, withoutDone } from "./resume.ts";
import { findDestination } from "./sinks.ts";

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-output-"));
  out = join(folder, "out.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => Buffer.from(text);
const failing = (code: string): unknown => expect.objectContaining({ code });

describe("an output file", () => {
  test("is absent until it is whole", async () => {
    const output = await Output.open(findTarget(out));
    await output.write(bytes("one\n"));
    expect(existsSync(out)).toBe(false);
    await output.finish();
    expect(readFileSync(out, "utf8")).toBe("one\n");
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  test("keeps its old content while a new one is being written", async () => {
    writeFileSync(out, "old\n");
    const output = await Output.open(findTarget(out));
    await output.write(bytes("new\n"));
    expect(readFileSync(out, "utf8")).toBe("old\n");
    await output.leave();
    expect(readFileSync(out, "utf8")).toBe("old\n");
    expect(readFileSync(`${out}.partial`, "utf8")).toBe("new\n");
  });

  test("leaves no empty partial file behind", async () => {
    await (await Output.open(findTarget(out))).leave();
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  test("that is gzip and empty is still gzip", async () => {
    await (await Output.open(findTarget(`${out}.gz`))).finish();
    expect(gunzipSync(readFileSync(`${out}.gz`))).toHaveLength(0);
  });

  test("appears where a link waits for it", async () => {
    symlinkSync("real.jsonl", out);
    await (await Output.open(findTarget(out))).finish();
    expect(existsSync(join(folder, "real.jsonl"))).toBe(true);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
  });

  test("with another ending is refused with what the command takes", () => {
    const wrong = join(folder, "out.csv");
    expect(() => findTarget(wrong)).toThrow(/not a \.jsonl or \.jsonl\.gz file, nor "-"/);
    expect(() => findDestination(wrong, { encode: () => Promise.reject(), date: new Date(0) })).toThrow(
      /\.parquet or \.warc\.gz file, nor a folder with a slash/,
    );
  });

  test("is refused where links lead in circles", () => {
    symlinkSync("out.jsonl", out);
    expect(() => findTarget(out)).toThrow(failing("WRITE_FAILED"));
  });

  test("replaces the file behind a link, not the link", async () => {
    writeFileSync(join(folder, "real.jsonl"), "old\n");
    symlinkSync(join(folder, "real.jsonl"), out);
    await writeWhole(out, "new\n");
    expect(readFileSync(join(folder, "real.jsonl"), "utf8")).toBe("new\n");
  });

  test("is refused where it cannot be", async () => {
    await expect(Output.open(findTarget(join(folder, "no/such/out.jsonl")))).rejects.toThrow(
      expect.objectContaining({
        code: "WRITE_FAILED",
        message: expect.stringMatching(/out\.jsonl \(there is no folder .*no\/such\)\.$/),
      }),
    );
    mkdirSync(join(folder, "folder.jsonl"));
    expect(() => findTarget(join(folder, "folder.jsonl"))).toThrow(failing("WRITE_FAILED"));
    for (const name of ["out.parquet", "out.txt"]) {
      expect(() => findTarget(join(folder, name))).toThrow(failing("BAD_OPTION"));
    }
  });

  test.skipIf(!existsSync("/dev/full"))("says when the disk is full (needs /dev/full)", async () => {
    const output = await Output.open(findTarget("/dev/full"));
    await expect(output.write(bytes("one\n"))).rejects.toThrow(failing("WRITE_FAILED"));
    await output.leave();
  });

  test.skipIf(!existsSync("/dev/full"))("leaves nothing where one file fails (needs /dev/full)", async () => {
    symlinkSync("/dev/full", `${out}.partial`);
    await expect(writeWhole(out, "one\n")).rejects.toThrow(failing("WRITE_FAILED"));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("an interrupted run", () => {
  const LINES = '{"id":"a","text":"1"}\n{"id":"b"}\n{"id":"a"}\n';

  test.each(["partial", "whole"])("goes on with the whole lines of its %s file", async (which) => {
    writeFileSync(which === "partial" ? `${out}.partial` : out, `${LINES}{"id":"c","te`);
    expect(await recoverLines(findTarget(out))).toEqual(
      new Map([
        ["a", 2],
        ["b", 1],
      ]),
    );
    const output = await Output.open(findTarget(out), "partial");
    await output.write(bytes('{"id":"c"}\n'));
    await output.finish();
    expect(readFileSync(out, "utf8")).toBe(`${LINES}{"id":"c"}\n`);
  });

  test("goes on with a gzip that was cut short", async () => {
    const target = findTarget(`${out}.gz`);
    const second = gzipSync('{"id":"z"}\n');
    writeFileSync(
      `${out}.gz.partial`,
      Buffer.concat([gzipSync(LINES), second.subarray(0, second.length - 6)]),
    );
    const done = await recoverLines(target);
    expect(done.get("a")).toBe(2);
    const output = await Output.open(target, "partial");
    await output.write(gzipSync('{"id":"c"}\n'));
    await output.finish();
    const text = gunzipSync(readFileSync(`${out}.gz`)).toString();
    expect(text.startsWith(LINES)).toBe(true);
    expect(text.endsWith('{"id":"c"}\n')).toBe(true);
  });

  test("starts anew where there is nothing to go on with", async () => {
    expect((await recoverLines(findTarget(out))).size).toBe(0);
  });

  test("cannot go on with standard output", async () => {
    await expect(recoverLines(findTarget("-"))).rejects.toThrow(failing("BAD_OPTION"));
  });

  test("leaves out as many pages of an id as have their line", async () => {
    async function* pages(): AsyncGenerator<RawPage> {
      for (const id of ["a", "b", "a", "a"])
        yield { kind: "line", id: "-:1", line: bytes(`{"id":"${id}","html":""}`), folder };
      yield { kind: "file", id: "b", path: "b" };
    }
    const left: string[] = [];
    for await (const page of withoutDone(
      pages(),
      new Map([
        ["a", 2],
        ["b", 1],
      ]),
    )) {
      left.push(page.kind === "line" ? Buffer.from(page.line).toString().slice(7, 8) : page.id);
    }
    expect(left).toEqual(["a", "b"]);
  });
});

describe("folders", () => {
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
});

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
      expect.objectContaining({ code: "OUTPUT_EXISTS" }),
    );
  });

  test.each(["-", "", "out.jsonl", "out.jsonl.gz", "out.txt", "OUT.HTML", "out.md"])("is not %j", (out) => {
    const message = expect.stringContaining("with a slash at its end, such as -o articles/.");
    expect(() => findIndex(out)).toThrow(expect.objectContaining({ code: "BAD_OPTION", message }));
  });

  test("may look like a file if it is there or ends with a slash", () => {
    mkdirSync(join(folder, "there.txt"));
    for (const name of ["there.txt", "new.txt/", "example.org"])
      expect(findIndex(join(folder, name)).name).toMatch(/index\.jsonl$/);
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
    await (await RunRecord.begin(target(), { "--fields": "text" }))?.leave(false);
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
