import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { archive, response, story } from "../../src/archive/warc/made-up-archives.testing.ts";
import { extract } from "../../src/default-extract.ts";
import { makePages } from "../newsroom/index.ts";
import { batch, folder, linesOf, put, read } from "./test-folder.ts";

type Row = Readonly<Record<string, unknown>>;

async function query(sql: string): Promise<Row[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const found = await connection.runAndReadAll(sql.replaceAll("IN/", `${folder}/`));
  return found.getRowObjectsJson() as Row[];
}

/** Newsroom pages as an archive, some of which fail. */
function putNewsroom(name: string, count: number): void {
  const pages = makePages({ count, seed: 5 }).map(({ html }, at) =>
    response(`p${at}`, at % 9 === 4 ? "" : html),
  );
  put(name, archive(pages, "gzip"));
}

describe("a Parquet file", () => {
  test("has the rows that the lines have, column by column", async () => {
    putNewsroom("crawl.warc.gz", 30);
    const lines = linesOf<Row>((await batch("crawl.warc.gz", "--include", "comments")).stdout);
    const { status, stderr } = await batch(
      "crawl.warc.gz",
      "-o",
      "out.parquet",
      "--part-size",
      "20k",
      "--include",
      "comments",
    );
    expect(status, stderr).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["crawl.warc.gz", "out.parquet", "out.parquet.run.json"]);
    const rows = await query("SELECT * FROM 'IN/out.parquet'");
    expect(rows).toHaveLength(lines.length);
    for (const [at, row] of rows.entries()) {
      const { error, published, modified, ...fields } = lines[at] as {
        error?: { code: string; message: string };
      } & Row;
      const same = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
      expect(same).toEqual(fields);
      expect([row.publishedText, row.modifiedText]).toEqual([published ?? null, modified ?? null]);
      expect([row.error_code, row.error_message]).toEqual([error?.code ?? null, error?.message ?? null]);
      const moment = published
        ? new Date(String(published)).toISOString().slice(0, 19).replace("T", " ")
        : null;
      expect(row.published === null ? null : String(row.published).slice(0, 19)).toBe(moment);
    }
    const groups = await query(
      "SELECT count(DISTINCT row_group_id) AS n FROM parquet_metadata('IN/out.parquet')",
    );
    expect(Number(groups[0]?.n)).toBeGreaterThan(3);
  });

  test("has only the columns that are asked for, and the id, address and error", async () => {
    put("crawl.warc", archive([response("a", story("a"))], "none"));
    await batch("crawl.warc", "-o", "out.parquet", "--fields", "text,wordCount");
    const [row] = await query("SELECT * FROM 'IN/out.parquet'");
    expect(Object.keys(row ?? {})).toEqual(["id", "url", "text", "wordCount", "error_code", "error_message"]);
    expect(row?.url).toBe("https://bay.example/a");
  });

  test("is an input, with its columns by name, nulls, other codecs and binary content", async () => {
    put(
      "pages.jsonl",
      ["x", "y", "z"]
        .map((name) => JSON.stringify({ key: name, link: `https://bay.example/${name}`, body: story(name) }))
        .join("\n"),
    );
    for (const codec of ["zstd", "snappy", "gzip", "brotli", "uncompressed"]) {
      await query(
        `COPY (SELECT key, link, body, NULL::VARCHAR AS empty FROM 'IN/pages.jsonl' UNION ALL SELECT 'none', 'https://bay.example/none', NULL, NULL)
         TO 'IN/${codec}.parquet' (FORMAT parquet, CODEC '${codec}')`,
      );
      const names = ["--id-field", "key", "--url-field", "link", "--html-field", "body"];
      const { stdout, stderr } = await batch(`${codec}.parquet`, ...names, "--fields", "url,title");
      expect(linesOf<Row>(stdout), stderr).toEqual([
        ...["x", "y", "z"].map((name) => ({
          id: name,
          url: `https://bay.example/${name}`,
          title: `${name} gauge works`,
        })),
        {
          id: "none",
          url: "https://bay.example/none",
          error: { code: "BAD_RECORD", message: `The row 3 of ${codec}.parquet has no body.` },
        },
      ]);
    }
    await query(
      "COPY (SELECT 7 AS id, body::BLOB AS content FROM 'IN/pages.jsonl' LIMIT 1) TO 'IN/binary.parquet' (FORMAT parquet)",
    );
    const { stdout } = await batch("binary.parquet", "--fields", "title");
    expect(linesOf<Row>(stdout)).toEqual([{ id: "7", title: "x gauge works" }]);
  });

  test("without its columns, of another codec, or cut short, is one failed page with a code", async () => {
    await query("COPY (SELECT 'a' AS id, '<p>' AS markup) TO 'IN/columns.parquet' (FORMAT parquet)");
    await query(
      "COPY (SELECT 'a' AS id, '<p>' || range AS html FROM range(9)) TO 'IN/codec.parquet' (FORMAT parquet, CODEC 'lz4_raw')",
    );
    put("cut.parquet", readFileSync(join(folder, "columns.parquet")).subarray(0, -9));
    put("noise.parquet", "no Parquet at all");
    put("empty.parquet", "");
    const files = ["columns", "codec", "cut", "noise", "empty"].map((name) => `${name}.parquet`);
    const { status, stdout, stderr } = await batch(...files, "--report", "report.json");
    expect(status).toBe(1);
    const errors = linesOf<Row>(stdout).map(({ id, error }) => `${id} ${(error as { code: string }).code}`);
    expect(errors).toEqual([
      "columns.parquet NO_COLUMN",
      "codec.parquet BAD_PARQUET",
      "cut.parquet BAD_PARQUET",
      "noise.parquet BAD_PARQUET",
      "empty.parquet BAD_PARQUET",
    ]);
    expect(stderr).toContain("NOTHING_WORKED");
    expect(JSON.parse(read("report.json"))).toMatchObject({
      in: 5,
      out: 0,
      failed: 5,
    });
  });
});

describe("part files", () => {
  test("of every shard are disjoint and together all pages, for any number of shards", async () => {
    putNewsroom("crawl.warc.gz", 24);
    const all = linesOf<Row>((await batch("crawl.warc.gz", "--fields", "title")).stdout).map(({ id }) => id);
    for (const count of [1, 3]) {
      for (let index = 0; index < count; index++) {
        const { status } = await batch(
          "crawl.warc.gz",
          "-o",
          `out${count}/`,
          "--format",
          "parquet",
          "--shard",
          `${index}/${count}`,
        );
        expect(status).toBe(0);
      }
      const rows = await query(`SELECT id FROM 'IN/out${count}/*.parquet'`);
      expect(rows.map(({ id }) => id).sort()).toEqual([...all].sort());
    }
  });

  test("of shards of a list are whole files, and a missing one is told once", async () => {
    for (const name of ["a", "b", "c", "d"])
      put(
        `crawl/${name}.warc.gz`,
        archive([response(name, story(name)), response(`${name}2`, story(name))], "gzip"),
      );
    put("warc.paths", ["a", "b", "c", "d", "missing"].map((name) => `crawl/${name}.warc.gz\n`).join(""));
    const found: string[][] = [];
    for (const shard of ["1/2", "2/2"]) {
      await batch("--list", "warc.paths", "-o", "out/", "--shard", shard, "--report", "report.json");
      expect(JSON.parse(read("report.json")).in).toBeGreaterThanOrEqual(4);
    }
    for (const name of readdirSync(join(folder, "out"))
      .filter((name) => name.startsWith("part-"))
      .sort())
      found.push(
        linesOf<Row>(readFileSync(join(folder, "out", name), "utf8")).map(
          ({ url, id }) =>
            String(url ?? id)
              .split("/")
              .at(-1) ?? "",
        ),
      );
    const pages = found.map((names) => names.filter((name) => !name.includes("missing")).sort());
    expect(pages).toEqual(
      [
        ["a", "a2", "c", "c2"],
        ["b", "b2", "d", "d2"],
      ]
        .toReversed()
        .toSorted(),
    );
    expect(found.flat().filter((name) => name.includes("missing"))).toHaveLength(1);
  });

  test("of a part without pages are whole and empty", async () => {
    put("a.warc", archive([response("a", story("a"))], "none"));
    for (const shard of ["0/2", "1/2"])
      expect((await batch("a.warc", "-o", "out/", "--shard", shard)).status).toBe(0);
    const parts = readdirSync(join(folder, "out")).filter((name) => name.startsWith("part-"));
    expect(parts.map((name) => Math.sign(statSync(join(folder, "out", name)).size)).sort()).toEqual([0, 1]);
  });
});

describe("leaving pages out", () => {
  const front = `<title>Front</title><ul>${Array.from({ length: 40 }, (_, at) => `<li><a href="/${at}">Story number ${at}</a></li>`).join("")}</ul>`;

  test("that are no articles, or copies of earlier ones, by code, with counts that add up", async () => {
    const articles = makePages({ count: 40, seed: 5 })
      .map(({ html }) => html)
      .filter((html) => (extract(html).isArticle ?? 0) > 0.8 && extract(html).wordCount > 120);
    const [first = "", second = ""] = articles;
    const word = extract(second).text.split(" ").at(-9) ?? "";
    const pages = [
      response("a", first),
      response("front", front),
      response("a2", first),
      response("b", second),
      response("b2", second.replaceAll(` ${word} `, " harbour ")),
      response("bad", ""),
    ];
    put("crawl.warc.gz", archive(pages, "gzip"));
    const run = (...args: string[]) =>
      batch("crawl.warc.gz", "--fields", "title", "--report", "report.json", "--overwrite", ...args);
    const urls = (text: string) => linesOf<Row>(text).length;
    const exact = await run("--only-articles", "--dedup", "exact");
    expect(urls(exact.stdout)).toBe(4);
    expect(exact.stderr).toMatch(
      /^galley: 6 pages, 2 left out \(DUPLICATE 1, NOT_ARTICLE 1\), 1 failed \(EMPTY_INPUT 1\), /,
    );
    await run("--only-articles", "--dedup", "near", "-o", "out.jsonl.gz");
    const report = JSON.parse(read("report.json"));
    expect(report).toMatchObject({
      in: 6,
      out: 2,
      failed: 4,
      failedByCode: { DUPLICATE: 2, EMPTY_INPUT: 1, NOT_ARTICLE: 1 },
      skippedRecords: {},
    });
    expect(existsSync(join(folder, "out.jsonl.gz"))).toBe(true);
  });
});
