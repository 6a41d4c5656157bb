import type { Query } from "./parse-query.ts";

/** How to open a store. */
export interface OpenOptions {
  /** Whether to make a store that is not there yet; else FILE_NOT_FOUND. */
  readonly mayCreate: boolean;
  /** How long to wait for another process before STORE_LOCKED; 30 s. */
  readonly lockTimeoutMs?: number | undefined;
}

/** Another process's transaction takes milliseconds, a migration seconds. */
export const LOCK_TIMEOUT_MS = 30_000;

/** The values of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** Runs statements inside one transaction; `?` marks a value. */
export interface Session {
  /** The rows of a statement, one object each. */
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** How many rows a statement wrote. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** The condition that rows of `article_terms` match a query. */
  matches(query: Query): Condition;
}

/** A condition of a statement with the values of its marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A driver: transactions, and the few things that differ between the two databases. */
export interface Database {
  readonly driver: "sqlite" | "postgres";
  /** Appended to a SELECT: other writers wait until this transaction ends. */
  readonly forUpdate: string;
  /**
   * How many of the newest rows a search reads before it asks the full-text index: for a database whose index does not give
   * rows in their order, so that a common word would cost the sorting of all its hits.
   */
  readonly searchWindow: number | undefined;
  /** Sources summed up in one transaction; an in-process database blocks everything else meanwhile. */
  readonly sourcesAtOnce: number;
  /** A transaction that only reads, and sees one state of the database. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A transaction; what it wrote is undone when `work` throws. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Called before an article is written: until the transaction ends, `settle` and other writers of articles with one of these
   * keys wait for it. Called before any row is locked, so that two transactions cannot deadlock.
   */
  announceArticle(session: Session, keys: readonly number[]): Promise<void>;
  /** Waits for articles that are being written; all articles committed later have an id above the returned one. */
  settle(): Promise<number>;
  /** Makes new rows of tables continue after the existing ids. */
  advanceIds(session: Session, tables: readonly string[]): Promise<void>;
  /** Frees the space of removed rows, where the database does not do so itself. */
  shrink(): Promise<void>;
  /** Removes the store at the close if this connection made it and nothing is written from now on. */
  abandon(): void;
  close(): Promise<void>;
}

/** The most values that one statement takes; SQLite allows 32,766, PostgreSQL 65,535. */
const MAX_VALUES = 1000;

/** Calls back with pieces of a list, each small enough for one statement at `valuesEach` values an item. */
export async function inPieces<Item>(
  items: readonly Item[],
  valuesEach: number,
  use: (piece: readonly Item[]) => Promise<void>,
): Promise<void> {
  const size = Math.floor(MAX_VALUES / valuesEach);
  for (let at = 0; at < items.length; at += size) await use(items.slice(at, at + size));
}

/** `(?, ?, ?)` for `count` values. */
export function markList(count: number): string {
  return `(${Array(count).fill("?").join(", ")})`;
}

/** Columns of a row by name. */
export type Columns = Readonly<Record<string, SqlValue>>;

/** The start of a statement that inserts rows, all with the columns of the first. */
export function insertion(table: string, rows: readonly Columns[]): Condition {
  const names = Object.keys(rows[0] ?? {});
  return {
    sql: `INSERT INTO ${table} (${names.join(", ")}) VALUES ${rows.map(() => markList(names.length)).join(", ")}`,
    values: rows.flatMap((row) => names.map((name) => row[name] ?? null)),
  };
}

/** `ON CONFLICT … DO UPDATE` for these columns. */
export function replacing(key: string, names: readonly string[]): string {
  return `ON CONFLICT (${key}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`;
}

/** Inserts rows; `otherwise` is the ON CONFLICT clause. */
export async function insertRows(
  session: Session,
  table: string,
  rows: readonly Columns[],
  otherwise = "",
): Promise<number> {
  const { sql, values } = insertion(table, rows);
  return session.run(`${sql} ${otherwise}`, values);
}
