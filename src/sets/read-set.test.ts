import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type DataPlaces,
  findData,
  findSet,
  hasTruth,
  parseLabel,
  readLabels,
  readSet,
  stripArchiveInserts,
} from "./read-set.ts";

let folder = "";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-set-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(lines: readonly string[]): Promise<void> {
  await writeFile(join(folder, "index.jsonl"), `${lines.join("\r\n")}\r\n\n`);
}

describe("a labelled set", () => {
  test("gives its pages in order, packed or not, with or without truth", async () => {
    await writeFile(join(folder, "a.html"), "<p>a");
    await writeFile(join(folder, "b.html.gz"), gzipSync("<p>b"));
    await write([
      '{"id":"a","htmlPath":"a.html","body":"a"}',
      `{"id":"b","htmlPath":${JSON.stringify(join(folder, "b.html.gz"))},"body":null}`,
      '{"id":"c","html":"<p>c","encoding":"utf-8"}',
    ]);
    const pages = await all(readSet(folder));
    expect(
      pages.map(({ label, html }) => [
        label.id,
        label.truth.body,
        typeof html === "string" ? html : Buffer.from(html).toString(),
      ]),
    ).toEqual([
      ["a", "a", "<p>a"],
      ["b", null, "<p>b"],
      ["c", null, "<p>c"],
    ]);
  });

  test("ends a line only at a line feed, for bodies hold other separators", async () => {
    await write(['{"id":"a","html":"","body":"one\u2028two\u0085three"}', '{"id":"b","html":""}']);
    const labels = await all(readLabels(folder));
    expect(labels.map((label) => label.truth.body)).toEqual(["one\u2028two\u0085three", null]);
  });

  test("names the line that is broken", async () => {
    await write(['{"id":"a","html":""}', "", '{"id":']);
    await expect(all(readLabels(folder))).rejects.toMatchObject({
      code: "BAD_RECORD",
      message: expect.stringContaining("line 3 "),
    });
  });

  test("names the page that is not there, or damaged", async () => {
    await write(['{"id":"gone","htmlPath":"gone.html"}']);
    await expect(all(readSet(folder))).rejects.toMatchObject({
      code: "BAD_SET",
      message: expect.stringContaining('"gone"'),
    });
    await writeFile(join(folder, "cut.html.gz"), gzipSync("<p>b").subarray(0, 12));
    await write(['{"id":"cut","htmlPath":"cut.html.gz"}']);
    await expect(all(readSet(folder))).rejects.toMatchObject({ code: "BAD_SET" });
  });

  test("is not waited for where a page or the index is a pipe", async () => {
    expect(spawnSync("mkfifo", [join(folder, "pipe.html")]).status).toBe(0);
    await write(['{"id":"pipe","htmlPath":"pipe.html"}']);
    await expect(all(readSet(folder))).rejects.toMatchObject({
      code: "BAD_SET",
      message: expect.stringContaining('"pipe"'),
    });
    await rm(join(folder, "index.jsonl"));
    expect(spawnSync("mkfifo", [join(folder, "index.jsonl")]).status).toBe(0);
    await expect(all(readLabels(folder))).rejects.toMatchObject({ code: "BAD_SET" });
    await rm(join(folder, "index.jsonl"));
  }, 10_000);

  test("without an index is no set", async () => {
    await expect(all(readLabels(join(folder, "nowhere")))).rejects.toMatchObject({ code: "BAD_SET" });
  });
});

describe("archive inserts", () => {
  const strip = (html: string) =>
    Buffer.from(stripArchiveInserts(Buffer.from(html, "latin1"))).toString("latin1");

  test("what an archive put in is taken out, byte for byte", () => {
    const html =
      '<head><script src="/x.js"></script>\n<script>if (a < b) run();</script>\n<link href="b.css">\n' +
      "<!-- End Wayback Rewrite JS Include --><title>T\xfc</title></head><body>" +
      "<!-- BEGIN WAYBACK TOOLBAR INSERT --><div>go JAN 5</div><!-- END WAYBACK TOOLBAR INSERT --><p>Story\x93</p>";
    expect(strip(html)).toBe("<head><title>T\xfc</title></head><body><p>Story\x93</p>");
  });

  test("a page without an archive's markers is left as it is", () => {
    const bytes = Buffer.from("<script></script><!-- END WAYBACK TOOLBAR INSERT --><p>x");
    expect(stripArchiveInserts(bytes)).toBe(bytes);
  });

  test("a toolbar that never ends stays", () => {
    expect(strip("<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>x")).toBe(
      "<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>x",
    );
  });
});

const parse = (record: unknown, set = "harbour") =>
  parseLabel(
    typeof record === "string" ? record : JSON.stringify(record),
    { set, lineNumber: 7 },
    (path) => `/sets/${path}`,
  );

describe("a label", () => {
  test("keeps what it knows and reads null as absent", () => {
    const label = parse({
      id: "a",
      htmlPath: "html/a.html",
      lang: "pt-BR",
      title: null,
      body: "Text.",
      colour: 5,
    });
    expect(label).toEqual({
      id: "a",
      set: "harbour",
      site: null,
      url: null,
      language: "pt",
      pageType: null,
      era: null,
      source: { path: "/sets/html/a.html" },
      encoding: null,
      truth: {
        title: null,
        authors: [],
        published: null,
        body: "Text.",
        bodyIsPrefix: false,
        with: [],
        without: [],
      },
    });
  });

  test("keeps the paths of nodes that were pointed at", () => {
    const label = parse({ id: "a", html: "<p>x", titlePath: null, bodyPath: "/html[1]/body[1]" });
    expect(label.nodes).toEqual({ body: "/html[1]/body[1]" });
  });

  test("may carry the markup itself, and a number as its id", () => {
    expect(parse({ id: 12, html: "<p>x" })).toMatchObject({ id: "12", source: { html: "<p>x" } });
  });

  test.each([
    ["{", "is not JSON"],
    ["[1]", "not a JSON object"],
    [{ htmlPath: "a" }, "has no id"],
    [{ id: "a" }, "neither htmlPath nor html"],
    [{ id: "a", html: "", title: 5 }, "title is not a text"],
    [{ id: "a", html: "", authors: "Ana" }, "authors is not a list"],
    [{ id: "a", html: "", with: [1] }, "with is not a list"],
    [{ id: "a", html: "", encoding: "klingon" }, "no charset is called"],
  ])("that is broken (%j) is refused with its line", (record, problem) => {
    expect(() => parse(record)).toThrow(
      expect.objectContaining({
        code: "BAD_RECORD",
        message: expect.stringMatching(`line 7 of harbour.*${problem}`),
      }),
    );
  });

  test("has truth as soon as one field has, even that there is no article", () => {
    expect(hasTruth(parse({ id: "a", html: "" }))).toBe(false);
    expect(hasTruth(parse({ id: "a", html: "", authors: ["", "UNKNOWN"] }))).toBe(false);
    expect(hasTruth(parse({ id: "a", html: "", authors: [] }))).toBe(false);
    expect(hasTruth(parse({ id: "a", html: "", body: "" }))).toBe(true);
    expect(hasTruth(parse({ id: "a", html: "", title: "T" }))).toBe(true);
  });

  test("loses a date that is known to be the crawl's", () => {
    expect(
      parse({ id: "a", html: "", published: "2011-11-21" }, "daniel-en-zh-pl").truth.published,
    ).toBeNull();
    expect(parse({ id: "a", html: "", published: "2011-11-21" }).truth.published).toBe("2011-11-21");
  });
});

let root = "";
let data = "";
let said: string[] = [];
let places: DataPlaces;

/** Stand-in for the data folder's own script: makes the requested set. */
const UNPACK = '#!/bin/sh\nset -eu\nmkdir -p "$1/$2"\necho "{}" > "$1/$2/index.jsonl"\n';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "galley-data-test-"));
  data = join(root, "data");
  await mkdir(data);
  said = [];
  places = { data, temporary: join(root, "temporary"), notify: (message) => said.push(message) };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await chmod(data, 0o755);
  await rm(root, { recursive: true });
});

async function addSet(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.jsonl"), "");
}

async function addArchive(name: string): Promise<void> {
  await writeFile(join(data, `${name}.tar.xz`), "");
  await writeFile(join(data, "unpack"), UNPACK);
}

describe("the data folder", () => {
  test("is the one that GALLEY_DATA names, and none where it names none", () => {
    expect(findData({ GALLEY_DATA: data })).toBe(data);
    expect(findData({ GALLEY_DATA: join(root, "nowhere") })).toBeUndefined();
  });

  test("is ./data where GALLEY_DATA names none", () => {
    vi.spyOn(process, "cwd").mockReturnValue(root);
    expect(findData({})).toBe(data);
    expect(findData({ GALLEY_DATA: "" })).toBe(data);
    vi.spyOn(process, "cwd").mockReturnValue(data);
    expect(findData({})).toBeUndefined();
  });
});

describe("a set", () => {
  test("is found by its path or by its index", async () => {
    await addSet(join(root, "own"));
    expect(await findSet(join(root, "own"), places)).toBe(join(root, "own"));
    expect(await findSet(join(root, "own", "index.jsonl"), places)).toBe(join(root, "own"));
  });

  test("is found by its bare name, unpacked, beside the archives or in the temporary folder", async () => {
    for (const folder of [
      join(places.temporary, "tides"),
      join(data, "tides"),
      join(data, "unpacked", "tides"),
    ]) {
      await addSet(folder);
      expect(await findSet("tides", places)).toBe(folder);
    }
    expect(said).toEqual([]);
  });

  test("is unpacked where only its archive is there, with a message", async () => {
    await addArchive("tides");
    expect(await findSet("tides", places)).toBe(join(data, "unpacked", "tides"));
    expect(said).toEqual([`unpacking tides to ${join(data, "unpacked", "tides")}`]);
  });

  test("goes to the temporary folder where the data folder is not to be written", async () => {
    await addArchive("tides");
    await chmod(data, 0o555);
    expect(await findSet(join(data, "unpacked", "tides"), places)).toBe(join(places.temporary, "tides"));
    expect(await findSet("tides", places)).toBe(join(places.temporary, "tides"));
    expect(said).toHaveLength(1);
  });

  test("that is not there is refused with advice", async () => {
    await expect(findSet("tides", places)).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: expect.stringContaining("unpack"),
    });
    await expect(findSet("a/tides", { ...places, data: undefined })).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
      message: expect.stringContaining("GALLEY_DATA"),
    });
  });

  test("is no folder without an index, and none that does not unpack", async () => {
    await expect(findSet(data, places)).rejects.toMatchObject({ code: "BAD_SET" });
    await addArchive("tides");
    await writeFile(join(data, "unpack"), "exit 3");
    await expect(findSet("tides", places)).rejects.toMatchObject({ code: "BAD_SET" });
  });
});
