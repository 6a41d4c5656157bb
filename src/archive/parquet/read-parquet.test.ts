import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { expect, onTestFinished, test } from "vitest";
import { readParquetPages } from "./read-parquet.ts";

/** A file of two pages whose footer claims a number of rows. */
function writeClaiming(rows: bigint): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-parquet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const writer = new ByteWriter();
  const html = {
    name: "html",
    type: "BYTE_ARRAY",
    converted_type: "UTF8",
    repetition_type: "REQUIRED",
  } as const;
  const file = new ParquetWriter({ writer, schema: [{ name: "pages", num_children: 1 }, html] });
  file.write({ columnData: [{ name: "html", data: ["<p>One", "<p>Two"] }] });
  for (const group of file.row_groups) group.num_rows = rows;
  file.finish();
  const path = join(folder, "pages.parquet");
  writeFileSync(path, writer.getBytes());
  return path;
}

async function count(path: string): Promise<number> {
  let pages = 0;
  for await (const _ of readParquetPages({ name: "pages.parquet", path, maxBytes: 1000 })) pages++;
  return pages;
}

test("a row group that claims more rows than memory holds is refused", async () => {
  expect(await count(writeClaiming(2n))).toBe(2);
  await expect(count(writeClaiming(400_000_000n))).rejects.toMatchObject({ code: "INPUT_TOO_LARGE" });
});
