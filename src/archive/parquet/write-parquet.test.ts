import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, onTestFinished, test } from "vitest";
import { writeParquet } from "./write-parquet.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows of a Parquet file made of lines, as DuckDB reads them. */
async function rowsOf(lines: readonly object[]): Promise<{ readonly rows: Row[]; readonly chunks: Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), "galley-parquet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = [join(folder, "lines.jsonl"), join(folder, "rows.parquet")];
  writeFileSync(from, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await writeParquet(from, to, {});
  const connection = await (await DuckDBInstance.create()).connect();
  const query = async (sql: string): Promise<Row[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Row[];
  return {
    rows: await query(`SELECT id, title, text, html, wordCount, error_code FROM '${to}'`),
    chunks: await query(`SELECT path_in_schema AS path, num_values FROM parquet_metadata('${to}')`),
  };
}

test("texts of many pages, of one page, and without any text come back as they were", async () => {
  const text = (at: number): string =>
    `${["ferry ", "渡轮", "паром 🚢 "][at % 3]}`.repeat((at * 7919) % 60_000);
  const lines = Array.from({ length: 60 }, (_, at) =>
    at % 7 === 3
      ? { id: `${at}`, url: null, error: { code: "NOT_HTML", message: "None." } }
      : {
          id: `${at}`,
          title: `Ferry ${at}`,
          text: text(at),
          html: at === 30 ? "" : text(at + 1),
          wordCount: at,
        },
  );
  const { rows, chunks } = await rowsOf(lines);
  const none = { title: null, text: null, html: null, wordCount: null };
  expect(rows).toEqual(
    lines.map((line) =>
      "error" in line ? { id: line.id, ...none, error_code: "NOT_HTML" } : { ...line, error_code: null },
    ),
  );
  for (const path of ["id", "text", "html"])
    expect(chunks.find((chunk) => chunk.path === path)?.num_values, path).toBe("60");
});

test("no lines are a file without rows", async () => {
  expect(await rowsOf([])).toEqual({ rows: [], chunks: [] });
});
