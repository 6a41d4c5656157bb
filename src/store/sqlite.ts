import { existsSync, rmSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { NewsError } from "../errors/index.ts";
import { toFts5 } from "./compile-query.ts";
import {
  type Condition,
  type Database,
  LOCK_TIMEOUT_MS,
  type OpenOptions,
  type Session,
  type SqlValue,
} from "./database.ts";
import type { Query } from "./parse-query.ts";
import { MIGRATIONS } from "./schema.data.ts";

/** Marks a file as a store of galley: "GALY". */
const APPLICATION_ID = 0x47414c59;
const LOCK_STEP_MS = 10;
/** Cached prepared statements; lists of values of different lengths make different statements. */
const KEPT_STATEMENTS = 200;
/**
 * Contentless, as articles are stored in `versions`. The `ascii` tokenizer takes every character beyond ASCII for part of a word,
 * so that it does not split the terms of terms.ts.
 */
const TERMS = `CREATE VIRTUAL TABLE article_terms USING fts5(
  terms, content='', contentless_delete=1, tokenize="ascii tokenchars '_.:-'")`;

/** Opens a store in a file. */
export async function openSqlite(
  path: string,
  { mayCreate, lockTimeoutMs = LOCK_TIMEOUT_MS }: OpenOptions,
): Promise<Database> {
  if (!mayCreate && !existsSync(path)) throw new NewsError("FILE_NOT_FOUND", `There is no store ${path}.`);
  const { DatabaseSync } = await loadSqlite();
  const isNew = path !== ":memory:" && !existsSync(path);
  const database = new SqliteDatabase(
    withCodes(path, () => new DatabaseSync(path)),
    path,
    { isNew, lockTimeoutMs },
  );
  try {
    await database.prepare();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function loadSqlite(): Promise<typeof import("node:sqlite")> {
  try {
    return await import("node:sqlite");
  } catch (cause) {
    throw new NewsError("STORE_UNSUPPORTED", `Node ${process.version} has no SQLite.`, { cause });
  }
}

class SqliteDatabase implements Database, Session {
  readonly driver = "sqlite";
  readonly forUpdate = "";
  readonly searchWindow = undefined;
  // A source with 400 articles takes 5 ms.
  readonly sourcesAtOnce = 1;
  readonly #file: DatabaseSync;
  readonly #path: string;
  readonly #maxLockSteps: number;
  readonly #statements = new Map<string, StatementSync>();
  /** Transactions of one connection run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  readonly #isNew: boolean;
  #isAbandoned = false;

  constructor(
    file: DatabaseSync,
    path: string,
    { isNew, lockTimeoutMs }: { readonly isNew: boolean; readonly lockTimeoutMs: number },
  ) {
    this.#file = file;
    this.#path = path;
    this.#isNew = isNew;
    this.#maxLockSteps = lockTimeoutMs / LOCK_STEP_MS;
  }

  /** Refuses files of other programs and of newer versions before it writes anything. */
  async prepare(): Promise<void> {
    // #patiently waits for locks: SQLite's own waiting would block this process, and with it a transaction it waits for.
    this.#exec("PRAGMA busy_timeout = 0");
    await this.#patiently(() => {
      if (this.#version() === 0) this.#exec("PRAGMA auto_vacuum = INCREMENTAL");
    });
    await this.#patiently(() => this.#exec("PRAGMA journal_mode = WAL"));
    // A killed process loses nothing with this in WAL mode; a power cut may cost the last transactions, never the file.
    await this.#patiently(() => this.#exec("PRAGMA synchronous = NORMAL"));
    await this.write(async () => {
      for (let version = this.#version(); version < MIGRATIONS.length; version++) {
        for (const sql of MIGRATIONS[version]!) this.#exec(ownTypes(sql));
        this.#exec(`PRAGMA application_id = ${APPLICATION_ID}`);
        this.#exec(`PRAGMA user_version = ${version + 1}`);
      }
    });
  }

  #version(): number {
    const version = this.#pragma("user_version");
    const tables = this.#statement("SELECT count(*) AS tables FROM sqlite_schema").get()?.tables;
    if (tables !== 0 && this.#pragma("application_id") !== APPLICATION_ID)
      throw new NewsError("NOT_A_STORE", `The database ${this.#path} was not made by galley.`);
    if (version <= MIGRATIONS.length) return version;
    const versions = `version ${version}, this galley knows up to ${MIGRATIONS.length}`;
    throw new NewsError("STORE_NEWER", `The store ${this.#path} is of a newer galley: ${versions}.`);
  }

  #pragma(name: string): number {
    return Number(this.#file.prepare(`PRAGMA ${name}`).get()?.[name]);
  }

  matches(query: Query): Condition {
    return { sql: "article_terms MATCH ?", values: [toFts5(query)] };
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN", work);
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const result = await this.#transaction("BEGIN IMMEDIATE", work);
    this.#isAbandoned = false;
    return result;
  }

  #transaction<T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      await this.#patiently(() => this.#exec(begin));
      try {
        const result = await work(this);
        this.#exec("COMMIT");
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  #rollBack(): void {
    try {
      this.#file.exec("ROLLBACK");
    } catch (error) {
      // After a full disk or a damaged page SQLite has already undone the transaction itself.
      if (!isSqliteError(error)) throw error;
    }
  }

  /** Tries again while another connection holds the file. */
  async #patiently<T>(work: () => T): Promise<T> {
    for (let step = 1; ; step++) {
      try {
        return withCodes(this.#path, work);
      } catch (error) {
        if (!(error instanceof NewsError && error.code === "STORE_LOCKED") || step > this.#maxLockSteps)
          throw error;
        await sleep(LOCK_STEP_MS);
      }
    }
  }

  async all<Row>(sql: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return withCodes(this.#path, () => this.#statement(sql).all(...values)) as Row[];
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return withCodes(this.#path, () => Number(this.#statement(sql).run(...values).changes));
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
      statement = this.#file.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #exec(sql: string): void {
    withCodes(this.#path, () => this.#file.exec(sql));
  }

  // One transaction writes at a time.
  async announceArticle(): Promise<void> {}

  async settle(): Promise<number> {
    const rows = await this.read((session) =>
      session.all<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'articles'"),
    );
    return rows[0]?.seq ?? 0;
  }

  // AUTOINCREMENT counts the ids that were given.
  async advanceIds(): Promise<void> {}

  async shrink(): Promise<void> {
    await this.#last;
    await this.#patiently(() => this.#exec("PRAGMA incremental_vacuum"));
  }

  abandon(): void {
    this.#isAbandoned = this.#isNew;
  }

  async close(): Promise<void> {
    await this.#last;
    if (!this.#file.isOpen) return;
    this.#file.close();
    if (this.#isAbandoned) for (const end of ["", "-wal", "-shm"]) rmSync(this.#path + end, { force: true });
  }
}

function ownTypes(sql: string): string {
  return sql
    .replaceAll("{id}", "INTEGER PRIMARY KEY AUTOINCREMENT")
    .replaceAll("{bytes}", "BLOB")
    .replaceAll("{terms}", TERMS);
}

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const CODES = new Map<
  number,
  readonly [code: "STORE_LOCKED" | "STORE_DAMAGED" | "NOT_A_STORE" | "WRITE_FAILED", what: string]
>([
  [5, ["STORE_LOCKED", "is in use by another process"]],
  [6, ["STORE_LOCKED", "is in use"]],
  [8, ["WRITE_FAILED", "may only be read"]],
  [10, ["WRITE_FAILED", "cannot be read or written"]],
  [11, ["STORE_DAMAGED", "is damaged"]],
  [13, ["WRITE_FAILED", "does not fit on the disk"]],
  [14, ["WRITE_FAILED", "cannot be opened"]],
  [26, ["NOT_A_STORE", "is not a SQLite database"]],
]);
/** Extended codes have more in the higher bits. */
const PRIMARY = 0xff;

/** Turns SQLite's errors into failures with a code. */
function withCodes<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = isSqliteError(error) ? CODES.get(error.errcode & PRIMARY) : undefined;
    if (known === undefined) throw error;
    throw new NewsError(known[0], `The store ${path} ${known[1]}.`, { cause: error });
  }
}

function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number";
}
