import { type FileHandle, open } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
} from "hyparquet";
import { asNewsError, describeBytes, NewsError } from "../../errors/index.ts";
import { brokenPage } from "../inputs.ts";
import type { FieldNames, LineFields, RawPage, StoredPage } from "../page-record.ts";
import { countUsed, type ReadMeter } from "../read-files.ts";

/** The largest unpacked row group, as all of it is in memory. */
const MAX_GROUP_BYTES = 2 ** 31 - 1;

/** Twice the rows that usual writers put into a group; a few damaged bytes can claim any number, each an object in memory. */
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
  const { name, path } = options;
  const file = await open(path, "r");
  try {
    const buffer = await bufferOf(file);
    const metadata = await readMetadata(buffer, name);
    const columns = findColumns(metadata, options);
    refuseCodec(metadata, Object.values(columns), name);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      yield* readPages({ buffer, metadata, group, columns, rowStart, rowEnd }, options);
      rowStart = rowEnd;
    }
  } finally {
    await file.close();
  }
}

/** The pages of a row group; one that cannot be read is a broken page, and the groups after it are read. */
async function* readPages(
  request: GroupRequest,
  options: ParquetPageOptions,
): AsyncGenerator<RawPage | StoredPage, void, undefined> {
  const { group, columns, rowStart } = request;
  const { name, meter } = options;
  const packedBytes = bytesOf(group, Object.values(columns)).packed;
  let rows: Awaited<ReturnType<typeof readGroup>>;
  try {
    rows = await readGroup(request, name);
  } catch (error) {
    countUsed(meter, packedBytes);
    yield brokenPage(`${name}:${rowStart}`, asNewsError(error));
    return;
  }
  for (const [at, row] of rows.entries()) {
    countUsed(meter, packedBytes / rows.length);
    yield pageOf(row, columns, { ...options, number: rowStart + at });
  }
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
    throw new NewsError("BAD_PARQUET", `The file ${name} is not a Parquet file, or cut short.`, { cause });
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

/** Throws for a file with an unknown codec. */
function refuseCodec({ row_groups }: FileMetaData, wanted: readonly string[], name: string): void {
  const chunks = row_groups.flatMap((group) => chunksOf(group, wanted));
  const codec = chunks.map((chunk) => chunk.codec).find((packedBy) => !CODECS.has(packedBy));
  if (codec !== undefined)
    throw new NewsError(
      "BAD_PARQUET",
      `The file ${name} is compressed with ${codec}, which is not supported.`,
    );
}

interface GroupRequest {
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly group: RowGroup;
  readonly columns: Columns;
  readonly rowStart: number;
  readonly rowEnd: number;
}

async function readGroup(
  { buffer, metadata, group, columns, rowStart, rowEnd }: GroupRequest,
  name: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const wanted = Object.values(columns);
  const rows = `rows ${rowStart} to ${rowEnd - 1} of ${name}`;
  if (bytesOf(group, wanted).unpacked > MAX_GROUP_BYTES)
    throw tooLarge(`The ${rows} are one row group, which unpacks to over ${describeBytes(MAX_GROUP_BYTES)}.`);
  if (rowEnd - rowStart > MAX_GROUP_ROWS)
    throw tooLarge(`The ${rows} are one row group, and over ${MAX_GROUP_ROWS}.`);
  try {
    // Texts stay bytes: they are read in the worker that gets them.
    const parsers = { stringFromBytes: (bytes: Uint8Array) => bytes as unknown as string };
    return await parquetReadObjects({
      file: buffer,
      metadata,
      columns: wanted,
      rowStart,
      rowEnd,
      compressors,
      utf8: false,
      parsers,
    });
  } catch (cause) {
    throw unreadable(rows, cause);
  }
}

function unreadable(rows: string, cause: unknown): NewsError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new NewsError("BAD_PARQUET", `The ${rows} cannot be read: ${why}`, { cause });
}

function tooLarge(message: string): NewsError {
  return new NewsError("INPUT_TOO_LARGE", message);
}

function bytesOf(
  group: RowGroup,
  wanted: readonly string[],
): { readonly packed: number; readonly unpacked: number } {
  const chunks = chunksOf(group, wanted);
  const sum = (sizes: readonly bigint[]): number => sizes.reduce((total, size) => total + Number(size), 0);
  return {
    packed: sum(chunks.map(({ total_compressed_size }) => total_compressed_size)),
    unpacked: sum(chunks.map(({ total_uncompressed_size }) => total_uncompressed_size)),
  };
}

/** The chunks of a group that belong to columns. */
function chunksOf({ columns }: RowGroup, wanted: readonly string[]): readonly ColumnMetaData[] {
  return columns.flatMap(({ meta_data }) =>
    meta_data && wanted.includes(meta_data.path_in_schema[0] ?? "") ? meta_data : [],
  );
}

/** Codecs of the runtime; the reader brings Snappy. */
const compressors = {
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length || 1 }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length || 1 }),
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length || 1 }),
} satisfies Compressors;

const CODECS: ReadonlySet<string> = new Set(["UNCOMPRESSED", "SNAPPY", ...Object.keys(compressors)]);

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
      const rows = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, compressors }).catch(
        (cause) => {
          throw unreadable(`rows ${rowStart} to ${rowEnd - 1} of ${path}`, cause);
        },
      );
      for (const { id, error_code } of rows)
        yield { id: String(id), ...(error_code !== null && { error: { code: error_code } }) };
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}
