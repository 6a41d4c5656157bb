import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RowGroup } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { expect, onTestFinished, test } from "vitest";
import { readAnswers, readParquetPages } from "./read-parquet.ts";

const HTML = {
  name: "html",
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  repetition_type: "REQUIRED",
} as const;

/** A file of two pages a row group, whose footer and bytes a test may change. */
function write(
  pages: readonly string[],
  change: { groups?: (groups: RowGroup[]) => void; bytes?: (bytes: Buffer) => void },
): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-parquet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [{ name: "pages", num_children: 1 }, HTML],
    codec: "SNAPPY",
  });
  file.write({ columnData: [{ name: "html", data: [...pages] }], rowGroupSize: 2 });
  change.groups?.(file.row_groups);
  file.finish();
  const bytes = Buffer.from(writer.getBytes());
  change.bytes?.(bytes);
  const path = join(folder, "pages.parquet");
  writeFileSync(path, bytes);
  return path;
}

/** The pages of a file: the markup of each, or why it is missing. */
async function read(path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const page of readParquetPages({ name: "pages.parquet", path, maxBytes: 1000 }))
    found.push(
      page.kind === "stored"
        ? Buffer.from(page.bytes).toString()
        : page.kind === "broken"
          ? `${page.id} ${page.code}: ${page.message}`
          : page.kind,
    );
  return found;
}

test("a row group that claims more rows than memory holds is refused", async () => {
  const claiming = (rows: bigint) =>
    write(["<p>One", "<p>Two"], {
      groups: (groups) => {
        for (const group of groups) group.num_rows = rows;
      },
    });
  expect(await read(claiming(2n))).toEqual(["<p>One", "<p>Two"]);
  expect(await read(claiming(400_000_000n))).toEqual([
    "pages.parquet:0 INPUT_TOO_LARGE: The rows 0 to 399999999 of pages.parquet are one row group, and over 2097152.",
  ]);
});

test("a file that is resumed but has other columns is refused with a code", async () => {
  const answers = async (path: string) => {
    for await (const _ of readAnswers(path)) expect.fail("it has no answers");
  };
  await expect(answers(write(["<p>One", "<p>Two"], {}))).rejects.toMatchObject({ code: "BAD_PARQUET" });
});

test("a row group that is damaged is one failed page, and those after it are read", async () => {
  const path = write(["<p>One", "<p>Two", "<p>Three", "<p>Four", "<p>Five"], {
    bytes: (bytes) => bytes.fill(0xff, bytes.indexOf("<p>Three") - 20, bytes.indexOf("<p>Three") + 8),
  });
  const found = await read(path);
  expect(found).toEqual([
    "<p>One",
    "<p>Two",
    expect.stringMatching(
      /^pages\.parquet:2 BAD_PARQUET: The rows 2 to 3 of pages\.parquet cannot be read: /,
    ),
    "<p>Five",
  ]);
});
