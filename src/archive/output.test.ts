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
import { findTarget, makeFolder, Output, writeWhole } from "./output.ts";
import type { RawPage } from "./page-record.ts";
import { recoverLines, withoutDone } from "./resume.ts";

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
      failing("WRITE_FAILED"),
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
