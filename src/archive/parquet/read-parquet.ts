import { type FileHandle, open } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
} from "hyparquet";
import { describeBytes, NewsError } from "../../errors/index.ts";
import type { FieldNames, LineFields, RawPage, StoredPage } from "../page-record.ts";
import type { ReadMeter } from "../read-files.ts";

/** What one row group may unpack to: its pages are in memory together. */
const MAX_GROUP_BYTES = 2 ** 31 - 1;

/** Rows of a group: twice the most that usual writers make of them. A few bytes can claim any number, each an object in memory. */
const MAX_GROUP_ROWS = 1 << 21;

/** How the pages of a Parquet file are read. */
export interface ParquetPageOptions {
  readonly name: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly names?: FieldNames | undefined;
  readonly meter?: ReadMeter | undefined;
}

/** A page for each row of a Parquet file; throws a coded error where the file cannot be read. */
export async function* readParquetPages(
  options: ParquetPageOptions,
): AsyncGenerator<RawPage | StoredPage, void, undefined> {
  const { name, path, meter } = options;
  const file = await open(path, "r");
  try {
    const buffer = await bufferOf(file);
    const metadata = await readMetadata(buffer, name);
    const columns = findColumns(metadata, options);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await readGroup(buffer, { metadata, group, columns, rowStart, rowEnd, name });
      const share = bytesOf(group, Object.values(columns)).packed / Math.max(1, rows.length);
      for (const [at, row] of rows.entries()) {
        if (meter) addTo(meter, share);
        yield pageOf(row, columns, { ...options, number: rowStart + at });
      }
      rowStart = rowEnd;
    }
  } finally {
    await file.close();
  }
}

function addTo(meter: ReadMeter, bytes: number): void {
  meter.packedBytes += bytes;
  meter.unpackedBytes += bytes;
  meter.usedBytes += bytes;
}

async function bufferOf(file: FileHandle): Promise<AsyncBuffer> {
  const { size } = await file.stat();
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = new ArrayBuffer(Math.max(0, Math.min(end, size) - start));
      await file.read(new Uint8Array(bytes), 0, bytes.byteLength, start);
      return bytes;
    },
  };
}

async function readMetadata(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file, { geoparquet: false });
  } catch (cause) {
    throw new NewsError("BAD_PARQUET", `The file ${name} is no Parquet file, or it is cut short.`, { cause });
  }
}

interface Columns {
  readonly html: string;
  readonly id?: string;
  readonly url?: string;
}

/** The columns that hold the pages, as configured or by their usual names. */
function findColumns(metadata: FileMetaData, { name, names = {} }: ParquetPageOptions): Columns {
  const known = new Set(topColumns(metadata));
  const find = (told: string | undefined, usual: readonly string[]): string | undefined => {
    if (told !== undefined && !known.has(told)) throw missing([told]);
    return told ?? usual.find((column) => known.has(column));
  };
  const missing = (wanted: readonly string[]) =>
    new NewsError(
      "NO_COLUMN",
      `The file ${name} has no column ${wanted.join(" or ")}; it has ${[...known].join(", ")}.`,
    );
  const html = find(names.html, HTML_COLUMNS);
  if (html === undefined) throw missing(HTML_COLUMNS);
  const id = find(names.id, ["id"]);
  const url = find(names.url, ["url"]);
  return { html, ...(id !== undefined && { id }), ...(url !== undefined && { url }) };
}

const HTML_COLUMNS = ["html", "content"] as const;

/** The names of columns, without the fields inside them. */
function topColumns({ row_groups, schema }: FileMetaData): readonly string[] {
  const columns = row_groups[0]?.columns.map(({ meta_data }) => meta_data?.path_in_schema[0] ?? "");
  return [...new Set(columns ?? schema.slice(1).map(({ name }) => name))];
}

interface GroupRequest {
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  readonly columns: Columns;
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly name: string;
}

async function readGroup(
  file: AsyncBuffer,
  { metadata, group, columns, rowStart, rowEnd, name }: GroupRequest,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const wanted = Object.values(columns);
  const { unpacked } = bytesOf(group, wanted);
  if (unpacked > MAX_GROUP_BYTES)
    throw new NewsError(
      "INPUT_TOO_LARGE",
      `A row group of ${name} unpacks to over ${describeBytes(MAX_GROUP_BYTES)}.`,
    );
  if (rowEnd - rowStart > MAX_GROUP_ROWS)
    throw new NewsError(
      "INPUT_TOO_LARGE",
      `A row group of ${name} has ${rowEnd - rowStart} rows, over ${MAX_GROUP_ROWS}.`,
    );
  try {
    // Texts stay bytes: they are read in the worker that gets them.
    const parsers = { stringFromBytes: (bytes: Uint8Array) => bytes as unknown as string };
    return await parquetReadObjects({
      file,
      metadata,
      columns: wanted,
      rowStart,
      rowEnd,
      compressors,
      utf8: false,
      parsers,
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new NewsError(
      "BAD_PARQUET",
      `The rows ${rowStart} to ${rowEnd} of ${name} cannot be read: ${why}`,
      { cause },
    );
  }
}

function bytesOf(
  { columns }: RowGroup,
  wanted: readonly string[],
): { readonly packed: number; readonly unpacked: number } {
  let packed = 0;
  let unpacked = 0;
  for (const { meta_data } of columns) {
    if (meta_data === undefined || !wanted.includes(meta_data.path_in_schema[0] ?? "")) continue;
    packed += Number(meta_data.total_compressed_size);
    unpacked += Number(meta_data.total_uncompressed_size);
  }
  return { packed, unpacked };
}

/** The runtime's own; Snappy is built into the reader, LZ4 and LZO are not read. */
const compressors: Compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length || 1 }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length || 1 }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length || 1 }),
};

function pageOf(
  row: Readonly<Record<string, unknown>>,
  columns: Columns,
  { name, maxBytes, number }: ParquetPageOptions & { readonly number: number },
): RawPage | StoredPage {
  const id = (columns.id && textOf(row[columns.id])) || `${name}:${number}`;
  const url = columns.url && textOf(row[columns.url]);
  const content = row[columns.html];
  const broken = (code: "BAD_RECORD" | "INPUT_TOO_LARGE", message: string): RawPage => ({
    kind: "broken",
    id,
    ...(url !== undefined && { url }),
    code,
    message,
  });
  if (content === null || content === undefined)
    return broken("BAD_RECORD", `The row ${number} of ${name} has no ${columns.html}.`);
  if (!(content instanceof Uint8Array))
    return broken("BAD_RECORD", `The ${columns.html} of row ${number} of ${name} is not text.`);
  if (content.length > maxBytes)
    return broken("INPUT_TOO_LARGE", `The row ${number} of ${name} is over ${describeBytes(maxBytes)}.`);
  // A copy, so that handing it to another thread copies nothing else.
  return { kind: "stored", id, url, bytes: new Uint8Array(content) };
}

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

/** The pages of a file of articles: their ids, and the reasons of those that failed. */
export async function* readAnswers(path: string): AsyncGenerator<LineFields, void, undefined> {
  const handle = await open(path, "r");
  try {
    const file = await bufferOf(handle);
    const metadata = await readMetadata(file, path);
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      const columns = ["id", "error_code"];
      const rows = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, compressors });
      for (const { id, error_code } of rows)
        yield { id: String(id), ...(error_code !== null && { error: { code: error_code } }) };
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}
