import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BatchInput, findList, readBatchInputs } from "./batch-inputs.ts";
import { findInput, readInputs } from "./inputs.ts";
import { type RawPage, readRecord } from "./page-record.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "galley-inputs-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array = "<p>A page.</p>"): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function read(...names: string[]): Promise<RawPage[]> {
  const pages: RawPage[] = [];
  for await (const page of readInputs(names.map(findInput))) pages.push(page);
  return pages;
}

/** What a reader of the records sees: id, and the content or the failure. */
async function records(...names: string[]): Promise<unknown[]> {
  return (await read(...names)).map((page) => {
    const record = readRecord(page);
    return "error" in record ? [record.id, record.error.code] : [record.id, record.content];
  });
}

describe("a folder", () => {
  test("gives its pages and those of its sub-folders, sorted by name", async () => {
    for (const name of ["b.html", "a/z.htm", "a/b.html.gz", "c.HTML", "notes.txt", "page.html.bak"])
      put(name);
    expect((await read(folder)).map(({ id }) => id)).toEqual(["a/b.html.gz", "a/z.htm", "b.html", "c.HTML"]);
  });

  test("gives links to pages, also those that lead nowhere, and follows no link to a folder", async () => {
    put("sub/page.html");
    symlinkSync(join(folder, "sub/page.html"), join(folder, "link.html"));
    symlinkSync(join(folder, "gone.html"), join(folder, "nowhere.html"));
    symlinkSync(folder, join(folder, "circle.html"));
    expect((await read(folder)).map(({ id }) => id)).toEqual(["link.html", "nowhere.html", "sub/page.html"]);
  });

  test("gives nothing where it holds no page", async () => {
    expect(await read(folder)).toEqual([]);
  });

  test("with an index.jsonl is a set: the index names the pages", async () => {
    put("html/one.html");
    put("html/unlisted.html");
    put("index.jsonl", '{"id": "one", "htmlPath": "html/one.html", "title": "The truth is not read"}\n');
    expect(await records(folder)).toEqual([["one", { path: join(folder, "html/one.html") }]]);
  });
});

describe("a JSONL file", () => {
  test("gives a record a line, its paths relative to the file", async () => {
    const path = put(
      "sub/pages.jsonl",
      '{"id":"a","html":"<p>A"}\n\n{"id":"b","htmlPath":"b.html"}\r\n{"id":"c","htmlPath":"../sub/c.html"}',
    );
    expect(await records(path)).toEqual([
      ["a", { html: "<p>A" }],
      ["b", { path: join(folder, "sub/b.html") }],
      ["c", { path: join(folder, "sub/c.html") }],
    ]);
  });

  test("names pages in its own folder only, by their real paths, unless that is allowed", async () => {
    put("secret/page.html");
    put("secret.html");
    put("sub/..page.html");
    symlinkSync(join(folder, "secret"), join(folder, "sub/linked"));
    symlinkSync(join(folder, "secret.html"), join(folder, "sub/link.html"));
    symlinkSync(join(folder, "sub/..page.html"), join(folder, "sub/own.html"));
    symlinkSync(join(folder, "sub"), join(folder, "other-name"));
    const outside = ["../secret.html", join(folder, "secret.html"), "linked/page.html", "link.html", ".."];
    const inside = [
      "..page.html",
      "own.html",
      join(folder, "sub/..page.html"),
      "a/../..page.html",
      "gone.html",
    ];
    const lines = [...outside, ...inside].map((htmlPath) => JSON.stringify({ htmlPath }));
    put("sub/pages.jsonl", lines.join("\n"));
    const expected = [
      ...outside.map((_, at) => [`pages.jsonl:${at + 1}`, "PATH_OUTSIDE"]),
      ...[6, 7, 8, 9].map((line) => [`pages.jsonl:${line}`, { path: join(folder, "sub/..page.html") }]),
    ];
    const gone = (name: string) => ["pages.jsonl:10", { path: join(folder, name, "gone.html") }];
    for (const name of ["sub", "other-name"]) {
      expect(await records(join(folder, name, "pages.jsonl"))).toEqual([...expected, gone(name)]);
    }
    const allowed: unknown[] = [];
    for await (const page of readInputs([findInput(join(folder, "sub/pages.jsonl"))], {
      allowOutside: true,
    })) {
      allowed.push(readRecord(page));
    }
    expect(allowed[0]).toEqual({ id: "pages.jsonl:1", content: { path: join(folder, "secret.html") } });
    expect(allowed[3]).toEqual({ id: "pages.jsonl:4", content: { path: join(folder, "sub/link.html") } });
  });

  test("reads null as absent and leaves unknown fields out", async () => {
    const path = put(
      "pages.jsonl",
      '{"id":7,"url":null,"html":"<p>","htmlPath":null,"encoding":null,"collectedTitle":"T","title":3,"more":[]}',
    );
    const [page] = await read(path);
    expect(readRecord(page as RawPage)).toEqual({ id: "7", collectedTitle: "T", content: { html: "<p>" } });
  });

  test.each([
    ["no JSON", "{not json"],
    ["no object", "[1, 2]"],
    ["null", "null"],
    ["without html", '{"id":"x","url":"https://example.org/"}'],
    ["with html that is no text", '{"id":"x","html":5}'],
    ["with a charset nobody knows", '{"id":"x","html":"<p>","encoding":"klingon-8"}'],
  ])("reports a line that is %s, and goes on", async (_, line) => {
    const path = put("pages.jsonl", `${line}\n{"id":"good","html":"<p>"}\n`);
    const [first, second] = await records(path);
    expect(first).toEqual([line.includes('"x"') ? "x" : "pages.jsonl:1", "BAD_RECORD"]);
    expect(second).toEqual(["good", { html: "<p>" }]);
  });

  test("names a record without an id after its line", async () => {
    expect(await records(put("pages.jsonl", '{"html":"<p>"}\n'))).toEqual([
      ["pages.jsonl:1", { html: "<p>" }],
    ]);
  });

  test("may be gzip, in several members and under any name", async () => {
    const packed = Buffer.concat([gzipSync('{"id":"a","html":"A"}\n{"id"'), gzipSync(':"b","html":"B"}\n')]);
    const expected = [
      ["a", { html: "A" }],
      ["b", { html: "B" }],
    ];
    expect(await records(put("pages.jsonl.gz", packed))).toEqual(expected);
    expect(await records(put("packed.jsonl", packed))).toEqual(expected);
  });

  test("that is a gzip cut short gives what can be read, then its failure, then the next input", async () => {
    const lines = Array.from(
      { length: 2000 },
      (_, index) => `{"id":"${index}","html":"${Math.sin(index)}"}\n`,
    ).join("");
    const packed = gzipSync(lines);
    const path = put("pages.jsonl.gz", packed.subarray(0, packed.length >> 1));
    const found = await records(path, put("last.html"));
    expect(found[0]).toEqual(["0", { html: "0" }]);
    expect(found.at(-2)).toEqual(["pages.jsonl.gz", "BAD_GZIP"]);
    expect(found.at(-1)).toEqual([join(folder, "last.html"), { path: join(folder, "last.html") }]);
  });

  test("reports a line longer than a page may be without keeping it", async () => {
    const path = put("pages.jsonl", `{"id":"long","html":"${"x".repeat(3000)}"}\n{"id":"b","html":"B"}\n`);
    const pages: RawPage[] = [];
    for await (const page of readInputs([findInput(path)], { maxBytes: 1000 })) pages.push(page);
    expect(pages.map(({ kind, id }) => [kind, id])).toEqual([
      ["broken", "pages.jsonl:1"],
      ["line", "pages.jsonl:2"],
    ]);
  });
});

describe("standard input", () => {
  test("is JSONL whose paths start at the current folder", async () => {
    async function* standardInput(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"id":"a","htmlPath":"p');
      yield Buffer.from('.html"}\n');
    }
    const pages: RawPage[] = [];
    for await (const page of readInputs([findInput("-")], { standardInput: standardInput() }))
      pages.push(page);
    expect(pages.map((page) => readRecord(page))).toEqual([
      { id: "a", content: { path: join(process.cwd(), "p.html") } },
    ]);
  });
});

describe("an input is refused", () => {
  test("when it is missing", () => {
    expect(() => findInput(join(folder, "nowhere"))).toThrow(
      expect.objectContaining({ code: "FILE_NOT_FOUND" }),
    );
  });

  test.each([
    ["pages.warc.gz", /is an archive; only galley batch reads those\.$/],
    ["pages.parquet", /is an archive; only galley batch reads those\.$/],
    ["notes.txt", /is not a folder or an \.html, \.htm or \.jsonl file \(each also as \.gz\)\.$/],
  ])("when it is %s, with what is read instead", (name, message) => {
    expect(() => findInput(put(name))).toThrow(
      expect.objectContaining({ code: "BAD_OPTION", message: expect.stringMatching(message) }),
    );
  });
});

describe("the inputs of a batch", () => {
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
  async function pagesOf(inputs: readonly BatchInput[], allowOutside = false): Promise<string[]> {
    const found: string[] = [];
    for await (const page of readBatchInputs(inputs, { allowOutside })) {
      if (page.kind === "address") found.push(`${page.id} -> ${page.url}`);
      else if (page.kind === "file") found.push(`${page.id} in ${page.path}`);
      else if (page.kind === "stored") found.push(`${page.id} stored`);
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
        "\ufeff# Monday",
        "https://bay.example/a?b=1#c",
        "",
        "  saved/a.html \r",
        "#https://bay.example/b",
        "ftp://bay.example/",
        "../elsewhere.html",
        "/etc/hostname",
        "more.jsonl",
        "b\u0000ad",
        "x".repeat(70_000),
        "missing.html",
      ];
      const list = findList(put("list.txt", lines.join("\n")));
      expect(await pagesOf([list])).toEqual([
        "https://bay.example/a?b=1#c -> https://bay.example/a?b=1#c",
        `saved/a.html in ${join(folder, "saved/a.html")}`,
        "ftp://bay.example/ -> ftp://bay.example/",
        "../elsewhere.html PATH_OUTSIDE",
        "/etc/hostname PATH_OUTSIDE",
        "more.jsonl FILE_NOT_FOUND",
        "list.txt:10 BAD_RECORD",
        "list.txt:11 BAD_RECORD",
        `missing.html in ${join(folder, "missing.html")}`,
      ]);
      expect(await pagesOf([findList(put("b.txt", "/etc/hostname"))], true)).toEqual([
        "/etc/hostname in /etc/hostname",
      ]);
    });

    test.each(["crawl.warc.gz", "table.parquet", "pages.jsonl", "page.html"])(
      "may not be %s itself",
      (name) => {
        expect(() => findList(put(name, "x"))).toThrow(
          expect.objectContaining({
            code: "BAD_OPTION",
            message: expect.stringMatching(/ holds pages; give it as an input\.$/),
          }),
        );
      },
    );

    test("may be packed and of any other name, but no folder and not missing", async () => {
      const list = findList(put("list", gzipSync("https://bay.example/a\n")));
      expect(await pagesOf([list])).toEqual(["https://bay.example/a -> https://bay.example/a"]);
      expect(() => findList(folder)).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
      expect(() => findList(join(folder, "none"))).toThrow(
        expect.objectContaining({ code: "FILE_NOT_FOUND" }),
      );
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
});
