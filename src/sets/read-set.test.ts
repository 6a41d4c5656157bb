import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasTruth, parseLabel, readLabels, readSet, stripArchiveInserts } from "./read-set.ts";

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
    ["[1]", "no JSON object"],
    [{ htmlPath: "a" }, "has no id"],
    [{ id: "a" }, "neither htmlPath nor html"],
    [{ id: "a", html: "", title: 5 }, "title is no text"],
    [{ id: "a", html: "", authors: "Ana" }, "authors is no list"],
    [{ id: "a", html: "", with: [1] }, "with is no list"],
    [{ id: "a", html: "", encoding: "klingon" }, "no charset is called"],
  ])("that is broken (%j) is refused with its line", (record, problem) => {
    expect(() => parse(record)).toThrow(
      expect.objectContaining({
        code: "BAD_RECORD",
        message: expect.stringMatching(`line 7 of harbour.*${problem}`),
      }),
    );
  });

  test("says something as soon as one field does, even that there is no article", () => {
    expect(hasTruth(parse({ id: "a", html: "" }))).toBe(false);
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
