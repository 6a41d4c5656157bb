import { open, rename } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import { type FileMetaData, parquetMetadata, type RowGroup, type SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Article } from "../../article/index.ts";
import { NewsError } from "../../errors/index.ts";
import { openBytes, readFailure, splitLines, writeFailure } from "../read-files.ts";

/** Half the size of the default of other writers: the text of an article is read whole or not at all. */
const PAGE_BYTES = 1 << 19;
/** Level 3 takes a third of the time of level 9 for 4 % more bytes. */
const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const CREATED_BY = "galley";
const MAGIC_BYTES = 4;
/** Texts that are different in each row: looking for repeated ones takes time and finds none. */
const UNIQUE_FIELDS: ReadonlySet<string> = new Set(["id", "url", "text", "html", "title", "excerpt"]);

const WRITER_OPTIONS = {
  codec: "ZSTD",
  compressors: { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, ZSTD_OPTIONS) },
  createdBy: CREATED_BY,
} as const;

/** What of an article becomes columns. */
export interface ParquetOptions {
  /** All where it is absent. */
  readonly fields?: readonly string[] | undefined;
}

/** Writes the lines of a batch in a file as a Parquet file of one row group, which appears when it is whole. */
export async function writeParquet(linesPath: string, path: string, options: ParquetOptions): Promise<void> {
  const rows: unknown[] = [];
  try {
    for await (const { bytes, isWhole } of splitLines(
      openBytes(linesPath, linesPath),
      Number.POSITIVE_INFINITY,
    )) {
      if (isWhole && bytes !== undefined) rows.push(JSON.parse(Buffer.from(bytes).toString("utf8")));
    }
  } catch (error) {
    throw readFailure(linesPath, error);
  }
  await writeBytes(path, encodeRows(rows, options));
}

/** A Parquet file of one row group. */
function encodeRows(rows: readonly unknown[], { fields }: ParquetOptions): Uint8Array {
  const columns = articleColumns(fields);
  const writer = new ByteWriter(1 << 16);
  const file = new ParquetWriter({ ...WRITER_OPTIONS, writer, schema: [...schemaOf(columns)] });
  const columnData = columns.map(({ name, field, read }) => ({
    name,
    // Rows are lines that this program wrote.
    data: rows.map((row) => read(row as Parameters<typeof read>[0])),
    offsetIndex: false,
    ...(UNIQUE_FIELDS.has(field) && { encoding: "PLAIN" as const }),
  }));
  if (rows.length > 0) file.write({ columnData, rowGroupSize: rows.length, pageSize: PAGE_BYTES });
  file.finish();
  return writer.getBytes();
}

function schemaOf(columns: ReturnType<typeof articleColumns>) {
  return [{ name: "article", num_children: columns.length }, ...columns.flatMap(({ schema }) => schema)];
}

/** Writes a file that appears when it is whole. */
async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

const COPY_STEP = 1 << 20;

/** Joins Parquet files of the same columns into one, group by group and without unpacking them. */
export async function joinParquet(
  parts: readonly string[],
  path: string,
  options: ParquetOptions,
): Promise<void> {
  const groups: RowGroup[] = [];
  const file = await open(path, "w");
  try {
    // By appendFile: a plain write to a full disk writes a part of the bytes, without an error.
    await file.appendFile(Buffer.from("PAR1"));
    let end = MAGIC_BYTES;
    for (const part of parts) {
      const { metadata, groupBytes } = await readFooter(part);
      for (const group of metadata.row_groups) groups.push(shifted(group, end - MAGIC_BYTES));
      await copyBytes(part, file, MAGIC_BYTES, groupBytes);
      end += groupBytes - MAGIC_BYTES;
    }
    await file.appendFile(footerOf(groups, options));
    await file.sync();
  } catch (error) {
    throw writeFailure(path, error);
  } finally {
    await file.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

/** The metadata of a file of ours, and where its groups end. */
async function readFooter(
  path: string,
): Promise<{ readonly metadata: FileMetaData; readonly groupBytes: number }> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(8);
    await file.read(tail, 0, 8, size - 8);
    const length = tail.readUInt32LE(0) + 8;
    const footer = Buffer.alloc(length);
    await file.read(footer, 0, length, size - length);
    return { metadata: parquetMetadata(footer), groupBytes: size - length };
  } finally {
    await file.close();
  }
}

async function copyBytes(path: string, to: Handle, from: number, end: number): Promise<void> {
  const source = await open(path, "r");
  try {
    const buffer = Buffer.alloc(COPY_STEP);
    for (let at = from; at < end; ) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(COPY_STEP, end - at), at);
      if (bytesRead === 0)
        throw new NewsError("FILE_UNREADABLE", `The file ${path} was cut while it was read.`);
      await to.appendFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await source.close();
  }
}

/** A row group that lies `by` bytes later in its file. */
function shifted(group: RowGroup, by: number): RowGroup {
  const later = <T extends bigint | undefined>(offset: T) =>
    offset === undefined ? offset : offset + BigInt(by);
  return {
    ...group,
    columns: group.columns.map((column) => ({
      ...column,
      file_offset: later(column.file_offset),
      ...(column.meta_data && {
        meta_data: {
          ...column.meta_data,
          data_page_offset: column.meta_data.data_page_offset + BigInt(by),
          ...(column.meta_data.dictionary_page_offset !== undefined && {
            dictionary_page_offset: later(column.meta_data.dictionary_page_offset),
          }),
        },
      }),
    })),
  };
}

/** The end of a file with these groups. */
function footerOf(groups: RowGroup[], { fields }: ParquetOptions): Uint8Array {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    ...WRITER_OPTIONS,
    writer,
    schema: [...schemaOf(articleColumns(fields))],
  });
  file.row_groups = groups;
  file.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  file.finish();
  return writer.getBytes().subarray(MAGIC_BYTES);
}

/** A line of a batch, as its columns read it: the fields of an article, or of a page that failed. */
type Row = {
  readonly id: string;
  readonly error?: { readonly code: string; readonly message: string };
} & Partial<Article>;

/** A column of a file of articles. */
interface ArticleColumn {
  readonly name: string;
  /** Its schema in preorder, its own element first. */
  readonly schema: readonly SchemaElement[];
  /** The field of the article that it is made of. */
  readonly field: keyof Article | "id" | "error";
  readonly read: (row: Row) => unknown;
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;
const optional = (name: string, element: Omit<SchemaElement, "name">): SchemaElement => ({
  name,
  repetition_type: "OPTIONAL",
  ...element,
});
const text = (name: string): SchemaElement => optional(name, TEXT);
const number = (name: string): SchemaElement => optional(name, { type: "DOUBLE" });
const struct = (name: string, children: readonly SchemaElement[]): readonly SchemaElement[] => [
  optional(name, { num_children: children.length }),
  ...children,
];

/** A list as the Parquet format writes it, in three levels. */
function list(name: string, element: readonly SchemaElement[]): readonly SchemaElement[] {
  return [
    optional(name, { num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } }),
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...element,
  ];
}

function fieldColumn(field: keyof Article, schema: readonly SchemaElement[]): ArticleColumn {
  return { name: field, schema, field, read: (row) => row[field] };
}
const textColumn = (field: keyof Article): ArticleColumn => fieldColumn(field, [text(field)]);
const texts = (field: "authors" | "tags"): ArticleColumn =>
  fieldColumn(field, list(field, [text("element")]));

/** The moment of a date, and the words of the page: a day without a time is its first moment, a time without an offset UTC. */
function dateColumns(field: "published" | "modified"): readonly ArticleColumn[] {
  const moment = optional(field, {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  });
  const stated = `${field}Text`;
  return [
    { name: field, schema: [moment], field, read: (row) => momentOf(row[field]) },
    { name: stated, schema: [text(stated)], field, read: (row) => row[field] },
  ];
}

function momentOf(date: string | null | undefined): Date | undefined {
  if (date === null || date === undefined) return undefined;
  const hasOffset = !date.includes("T") || /(?:Z|[+-]\d{2}:\d{2})$/.test(date);
  const ms = Date.parse(hasOffset ? date : `${date}Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

const COLUMNS: readonly ArticleColumn[] = [
  {
    name: "id",
    schema: [{ name: "id", repetition_type: "REQUIRED", ...TEXT }],
    field: "id",
    read: ({ id }) => id,
  },
  textColumn("url"),
  textColumn("canonicalUrl"),
  textColumn("title"),
  textColumn("statedTitle"),
  texts("authors"),
  ...dateColumns("published"),
  ...dateColumns("modified"),
  textColumn("language"),
  textColumn("direction"),
  textColumn("site"),
  textColumn("section"),
  texts("tags"),
  textColumn("excerpt"),
  textColumn("image"),
  fieldColumn(
    "media",
    list("media", struct("element", ["kind", "src", "alt", "caption", "credit"].map(text))),
  ),
  textColumn("text"),
  textColumn("html"),
  fieldColumn("wordCount", [optional("wordCount", { type: "INT32" })]),
  textColumn("pageType"),
  fieldColumn("isArticle", [number("isArticle")]),
  fieldColumn("confidence", [number("confidence")]),
  fieldColumn("fieldConfidence", struct("fieldConfidence", ["title", "authors", "published"].map(number))),
  fieldColumn("paywall", [optional("paywall", { type: "BOOLEAN" })]),
  textColumn("extractor"),
  fieldColumn("warnings", list("warnings", struct("element", ["code", "message"].map(text)))),
  fieldColumn("comments", list("comments", struct("element", ["author", "date", "text"].map(text)))),
  { name: "error_code", schema: [text("error_code")], field: "error", read: ({ error }) => error?.code },
  {
    name: "error_message",
    schema: [text("error_message")],
    field: "error",
    read: ({ error }) => error?.message,
  },
];

/** The columns of some fields of articles, or of all; the id, the address and the reason of a failure are always there. */
function articleColumns(fields?: readonly string[]): readonly ArticleColumn[] {
  if (fields === undefined) return COLUMNS;
  const wanted = new Set<string>([...fields, "id", "url", "error"]);
  return COLUMNS.filter(({ field }) => wanted.has(field));
}
