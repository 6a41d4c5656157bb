import { NewsError } from "../errors/index.ts";
import { type Database, markList, type Session, type SqlValue } from "./database.ts";
import { indexArticle } from "./index-article.ts";
import { MIGRATIONS } from "./schema.data.ts";

/** Every table with the columns that order it; the full-text table is rebuilt. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  sources: ["id"],
  articles: ["id"],
  versions: ["article_id", "number"],
  addresses: ["key"],
  findings: ["key", "digest"],
  validators: ["key"],
  raw_pages: ["id"],
  bands: ["band", "value", "article_id"],
  removed: ["key"],
  runs: ["id"],
  run_counts: ["run", "outcome", "detail"],
  site_records: ["site", "kind", "at_ms"],
  searches: ["name"],
  source_reads: ["source"],
  answers: ["id"],
  watches: ["name"],
  rendered: ["source"],
  start_lists: ["start", "source"],
  source_headers: ["source"],
  retention: ["name"],
  late_hits: ["watch", "article_id"],
};
const ROWS_AT_ONCE = 200;
/** `schema` counts the migrations, so that a backup of a newer galley is not taken for a damaged one. */
const HEAD = { format: "galley-store", version: 1, schema: MIGRATIONS.length } as const;

type Row = Readonly<Record<string, SqlValue>>;

/** The lines of a backup, one row each, as both drivers read them; all of one state of the store. */
export async function writeBackup(session: Session, write: (lines: string) => Promise<void>): Promise<void> {
  await write(`${JSON.stringify(HEAD)}\n`);
  let count = 0;
  for (const [table, order] of Object.entries(TABLES)) {
    for await (const rows of pagesOf(session, table, order)) {
      await write(rows.map((row) => `${JSON.stringify([table, row], packBytes)}\n`).join(""));
      count += rows.length;
    }
  }
  await write(`${JSON.stringify({ rows: count })}\n`);
}

async function* pagesOf(
  session: Session,
  table: string,
  order: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const columns = order.join(", ");
  for (let last: Row | undefined; ; ) {
    const after = last && `WHERE (${columns}) > ${markList(order.length)}`;
    const values = last ? order.map((name) => last![name] ?? null) : [];
    const rows: readonly Row[] = await session.all<Row>(
      `SELECT * FROM ${table} ${after ?? ""} ORDER BY ${columns} LIMIT ${ROWS_AT_ONCE}`,
      values,
    );
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** Bytes as base64, since JSON has none. */
function packBytes(this: Row, key: string, value: unknown): unknown {
  const own = this[key];
  return own instanceof Uint8Array ? { base64: Buffer.from(own).toString("base64") } : value;
}

function unpackBytes(value: SqlValue | { readonly base64: string }): SqlValue {
  return value !== null && typeof value === "object" && "base64" in value
    ? Buffer.from(value.base64, "base64")
    : value;
}

/** Reads a backup into a store without articles; all or nothing. Returns how many articles it had. */
export async function readBackup(database: Database, lines: AsyncIterable<string>): Promise<number> {
  try {
    return await readRows(database, lines);
  } catch (error) {
    database.abandon();
    throw error;
  }
}

function readRows(database: Database, lines: AsyncIterable<string>): Promise<number> {
  return database.write(async (session) => {
    await database.announceArticle(session, []);
    await demandEmpty(session);
    let count = -1;
    let end: number | undefined;
    for await (const line of lines) {
      if (line === "") continue;
      const found = parseLine(line, ++count);
      if ("rows" in found) end = found.rows;
      else if (count > 0) await insertRow(session, found);
    }
    if (end === undefined || end !== count - 1)
      throw new NewsError("BAD_BACKUP", "The backup is cut short, or not a backup; nothing was restored.");
    await database.advanceIds(session, ["articles", "raw_pages", "runs"]);
    return indexAll(session);
  });
}

async function demandEmpty(session: Session): Promise<void> {
  for (const table of Object.keys(TABLES)) {
    const rows = await session.all(`SELECT 1 AS one FROM ${table} LIMIT 1`);
    if (rows.length > 0)
      throw new NewsError("BAD_OPTION", "The store is not empty; a backup is restored into a new one.");
  }
}

interface NamedRow {
  readonly table: string;
  readonly row: Row;
}

function parseLine(line: string, at: number): NamedRow | { readonly rows: number } {
  const fault = new NewsError(
    "BAD_BACKUP",
    `Line ${at + 1} is not a line of a backup; nothing was restored.`,
  );
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    throw fault;
  }
  if (Array.isArray(read) && at > 0) {
    const [table, row] = read;
    if (typeof table !== "string" || !Object.hasOwn(TABLES, table) || typeof row !== "object" || row === null)
      throw fault;
    return { table, row };
  }
  if (typeof read !== "object" || read === null) throw fault;
  if ("rows" in read && typeof read.rows === "number") return { rows: read.rows };
  if (at > 0 || !("format" in read) || read.format !== HEAD.format) throw fault;
  const schema = "schema" in read ? Number(read.schema) : 0;
  if (!("version" in read) || read.version !== HEAD.version || schema > HEAD.schema)
    throw new NewsError("STORE_NEWER", "The backup is of a newer galley.");
  return { table: "", row: {} };
}

async function insertRow(session: Session, { table, row }: NamedRow): Promise<void> {
  const names = Object.keys(row);
  const message = `A row of ${table} does not fit the store; nothing was restored.`;
  // Names go into the statement as text.
  if (names.length === 0 || !names.every((name) => /^[a-z_]+$/.test(name)))
    throw new NewsError("BAD_BACKUP", message);
  try {
    await session.run(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES ${markList(names.length)}`,
      names.map((name) => unpackBytes(row[name] ?? null)),
    );
  } catch (cause) {
    // A failed write has a code already; other errors are a wrong column, type or key.
    throw cause instanceof NewsError ? cause : new NewsError("BAD_BACKUP", message, { cause });
  }
}

async function indexAll(session: Session): Promise<number> {
  const ids = await session.all<{ id: number }>("SELECT id FROM articles ORDER BY id");
  for (const { id } of ids) await indexArticle(session, id);
  return ids.length;
}
