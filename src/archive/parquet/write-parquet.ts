import { open, rename } from "node:fs/promises";
import { constants, zstdCompressSync } from "node:zlib";
import { type ColumnChunk, type FileMetaData, parquetMetadata, type RowGroup } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { NewsError } from "../../errors/index.ts";
import { openBytes, readFailure, splitLines, writeFailure } from "../read-files.ts";
import { type ArticleColumn, articleColumns, type Row } from "./article-columns.ts";

/** Half the default of other writers, as the text of an article is read whole or not at all. */
const PAGE_BYTES = 1 << 19;
/** Level 3 takes a third of the time of level 9 for 4 % more bytes. */
const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const CREATED_BY = "galley";
const MAGIC_BYTES = 4;
/** Texts that differ in each row: a dictionary would take time and save nothing. */
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

/** The page size by which the writer does not split a column. */
const ONE_PAGE = 0;

/** Nine tenths of a line: compressed page by page, so that only the other values of a row group are held in memory. */
const LONG_FIELDS: ReadonlySet<string> = new Set(["text", "html"]);

/** Writes the lines of a batch in a file as a Parquet file of one row group, which appears when it is whole. */
export async function writeParquet(linesPath: string, path: string, options: ParquetOptions): Promise<void> {
  const group = new GroupEncoder(options);
  const decoder = new TextDecoder();
  try {
    const lines = splitLines(openBytes(linesPath, linesPath), Number.POSITIVE_INFINITY);
    for await (const { bytes, isWhole } of lines) {
      // Rows are lines that this program wrote.
      if (isWhole && bytes !== undefined) group.add(JSON.parse(decoder.decode(bytes)) as Row);
    }
  } catch (error) {
    throw readFailure(linesPath, error);
  }
  await writePieces(path, group.finish());
}

/** A column and its values so far. */
interface ColumnValues {
  readonly column: ArticleColumn;
  readonly data: unknown[];
}

/** Makes the bytes of a Parquet file of one row group. */
class GroupEncoder {
  readonly #options: ParquetOptions;
  readonly #columns: readonly ArticleColumn[];
  readonly #short: readonly ColumnValues[];
  readonly #long: readonly LongColumn[];
  #rows = 0;

  constructor(options: ParquetOptions) {
    this.#options = options;
    this.#columns = articleColumns(options.fields);
    const isLong = ({ field }: ArticleColumn): boolean => LONG_FIELDS.has(field);
    this.#short = this.#columns.filter((column) => !isLong(column)).map((column) => ({ column, data: [] }));
    this.#long = this.#columns.filter(isLong).map((column) => new LongColumn(column));
  }

  add(row: Row): void {
    this.#rows++;
    for (const { column, data } of this.#short) data.push(column.read(row));
    for (const column of this.#long) column.add(row);
  }

  /** The file, in pieces. */
  finish(): readonly Uint8Array[] {
    const { bytes, chunks } = encode(this.#short);
    const pieces = [bytes];
    let end = bytes.length;
    for (const column of this.#long) {
      const { parts, chunk } = column.finish();
      if (chunk !== undefined) chunks.push(shifted(chunk, end - MAGIC_BYTES));
      for (const part of parts) {
        pieces.push(part);
        end += part.length;
      }
    }
    const columns = this.#columns.flatMap(({ name }) =>
      chunks.filter(({ meta_data }) => meta_data?.path_in_schema[0] === name),
    );
    const sizes = columns.map(({ meta_data }) => meta_data?.total_uncompressed_size ?? 0n);
    const group = {
      columns,
      num_rows: BigInt(this.#rows),
      total_byte_size: sizes.reduce((sum, size) => sum + size, 0n),
      total_compressed_size: BigInt(end - MAGIC_BYTES),
    };
    return [...pieces, footerOf(this.#rows === 0 ? [] : [group], this.#options)];
  }
}

/** A column of long texts, compressed as soon as they fill a page. */
class LongColumn {
  readonly #column: ArticleColumn;
  readonly #parts: Uint8Array[] = [];
  #chunk: ColumnChunk | undefined;
  #data: unknown[] = [];
  #length = 0;

  constructor(column: ArticleColumn) {
    this.#column = column;
  }

  add(row: Row): void {
    const value = this.#column.read(row);
    const length = typeof value === "string" ? Buffer.byteLength(value) : 0;
    if (this.#length + length >= PAGE_BYTES) this.#pack();
    this.#data.push(value);
    this.#length += length;
  }

  #pack(): void {
    if (this.#data.length === 0) return;
    // No reader needs the least and the greatest text in the footer.
    const { bytes, chunks } = encode([{ column: this.#column, data: this.#data }], {
      statistics: false,
      pageSize: ONE_PAGE,
    });
    this.#parts.push(bytes.slice(MAGIC_BYTES));
    this.#chunk = this.#chunk === undefined ? chunks[0] : joined(this.#chunk, chunks[0]);
    this.#data = [];
    this.#length = 0;
  }

  /** The pages, and their chunk as if the file began with them. */
  finish(): { readonly parts: readonly Uint8Array[]; readonly chunk: ColumnChunk | undefined } {
    this.#pack();
    return { parts: this.#parts, chunk: this.#chunk };
  }
}

/** One chunk for two that follow each other. */
function joined(first: ColumnChunk, second: ColumnChunk | undefined): ColumnChunk {
  const [a, b] = [first.meta_data, second?.meta_data];
  if (!a || !b) return first;
  return {
    ...first,
    meta_data: {
      ...a,
      num_values: a.num_values + b.num_values,
      total_compressed_size: a.total_compressed_size + b.total_compressed_size,
      total_uncompressed_size: a.total_uncompressed_size + b.total_uncompressed_size,
    },
  };
}

/** A file with these columns as one row group, without its footer. */
function encode(
  columns: readonly ColumnValues[],
  { statistics = true, pageSize = PAGE_BYTES } = {},
): { readonly bytes: Uint8Array; readonly chunks: ColumnChunk[] } {
  const writer = new ByteWriter(1 << 16);
  const schema = schemaOf(columns.map(({ column }) => column));
  const file = new ParquetWriter({ ...WRITER_OPTIONS, writer, schema, statistics });
  const columnData = columns.map(({ column: { name, field }, data }) => ({
    name,
    data,
    offsetIndex: false,
    ...(UNIQUE_FIELDS.has(field) && { encoding: "PLAIN" as const }),
  }));
  const rowGroupSize = columns[0]?.data.length ?? 0;
  if (rowGroupSize > 0) file.write({ columnData, rowGroupSize, pageSize });
  return { bytes: writer.getBytes(), chunks: file.row_groups[0]?.columns ?? [] };
}

function schemaOf(columns: readonly ArticleColumn[]) {
  return [{ name: "article", num_children: columns.length }, ...columns.flatMap(({ schema }) => schema)];
}

/** Writes a file that appears when it is whole. */
async function writePieces(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, "w");
    try {
      // By appendFile: a plain write to a full disk writes a part of the bytes, without an error.
      for (const piece of pieces) await file.appendFile(piece);
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
      const by = end - MAGIC_BYTES;
      for (const group of metadata.row_groups)
        groups.push({ ...group, columns: group.columns.map((chunk) => shifted(chunk, by)) });
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

/** A column chunk moved by `by` bytes. */
function shifted(chunk: ColumnChunk, by: number): ColumnChunk {
  const { file_offset, meta_data } = chunk;
  const dictionary = meta_data?.dictionary_page_offset;
  return {
    ...chunk,
    file_offset: file_offset + BigInt(by),
    ...(meta_data && {
      meta_data: {
        ...meta_data,
        data_page_offset: meta_data.data_page_offset + BigInt(by),
        ...(dictionary !== undefined && { dictionary_page_offset: dictionary + BigInt(by) }),
      },
    }),
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
