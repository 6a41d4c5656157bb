import type { Pool, PoolClient } from "pg";
import { NewsError } from "../errors/index.ts";
import { Slots } from "../fetch/index.ts";
import { toTsquery } from "./compile-query.ts";
import { type Database, LOCK_TIMEOUT_MS, type OpenOptions, type Session, type SqlValue } from "./database.ts";
import { MIGRATIONS } from "./schema.data.ts";

/** The oldest version that is still maintained and has all that is used here. */
const OLDEST_SERVER = 150_000;
/** Our tables are in a schema of their own. */
const SCHEMA = "galley";
/** "GALY"; held during a migration. */
const MIGRATION_LOCK = 0x47414c59;
/** Advisory locks: shared by transactions that write articles, and one for each key of near duplicates. */
const WRITES_ARTICLES = 0x47414c41;
const NEAR_DUPLICATES = 0x47414c44;
const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** Transactions that collide are retried. */
const MAX_TRIES = 5;
/** The type number of 64-bit integers, which pg gives as texts. */
const INT8 = 20;
/**
 * Lexemes without positions: a tsvector keeps at most 256 positions of a lexeme and none beyond 16,383, so phrases are looked up
 * in `terms`.
 */
const TERMS = `CREATE TABLE article_terms (
    rowid BIGINT PRIMARY KEY, terms TEXT NOT NULL,
    lexemes TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(btrim(terms), ' '))) STORED);
  CREATE INDEX article_terms_by_lexeme ON article_terms USING GIN (lexemes)`;

/** Opens a store on a server. */
export async function openPostgres(
  url: string,
  { mayCreate, lockTimeoutMs = LOCK_TIMEOUT_MS }: OpenOptions,
): Promise<Database> {
  const { Pool, types } = await import("pg");
  const pool = new Pool({
    connectionString: withTls(url),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: "galley",
    options: `-c search_path=${SCHEMA} -c lock_timeout=${Math.ceil(lockTimeoutMs)}`,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  // A connection that breaks while nobody uses it is replaced by the pool.
  pool.on("error", () => undefined);
  const database = new PostgresDatabase(pool, withoutSecrets(url));
  try {
    await database.prepare(mayCreate);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Names of this machine, where nobody can listen on the way; without a host the connection is a socket file. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/;

/** The address of a database, with verified TLS for other machines unless the address says otherwise. */
export function withTls(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || LOOPBACK.test(parsed.hostname)) return url;
  const isSaid = ["sslmode", "ssl", "host"].some((name) => parsed.searchParams.has(name));
  if (isSaid || process.env.PGSSLMODE) return url;
  parsed.searchParams.set("sslmode", "verify-full");
  return parsed.href;
}

/** An address for messages: no user, password or options. */
function withoutSecrets(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: "", pathname: "" };
  return `postgres://${host}${pathname}`;
}

class PostgresDatabase implements Database {
  readonly driver = "postgres";
  readonly forUpdate = " FOR UPDATE";
  // 1.4 µs a row; for a word that fewer than 20 of them have, the index returns at most 1 % of all rows to sort.
  readonly searchWindow = 2000;
  readonly sourcesAtOnce = 200;
  readonly #pool: Pool;
  readonly #name: string;
  readonly #slots = new Slots(MAX_CONNECTIONS);

  constructor(pool: Pool, name: string) {
    this.#pool = pool;
    this.#name = name;
  }

  async prepare(mayCreate: boolean): Promise<void> {
    await this.#checkServer();
    await this.write(async (session) => {
      await session.all("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
      const version = await this.#version(session, mayCreate);
      if (version < MIGRATIONS.length) await this.#migrate(session, version);
    });
  }

  async #migrate(session: Session, version: number): Promise<void> {
    try {
      for (const migration of MIGRATIONS.slice(version)) {
        for (const sql of migration) await session.run(ownTypes(sql));
      }
      await session.run("UPDATE store_version SET version = ?", [MIGRATIONS.length]);
    } catch (error) {
      if (version === 0 || !(error instanceof Error) || codeOf(error.cause) !== NO_RIGHT) throw error;
      const versions = `version ${version}, and this one needs ${MIGRATIONS.length}`;
      throw new NewsError(
        "WRITE_FAILED",
        `The store ${this.#name} is of an older galley (${versions}), and only its owner can bring it up to date, with any command of this galley.`,
        { cause: error },
      );
    }
  }

  async #checkServer(): Promise<void> {
    const [row] = await this.read((session) =>
      session.all<{ version: string; encoding: string }>(
        "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding",
      ),
    );
    if (Number(row?.version) < OLDEST_SERVER)
      throw new NewsError("STORE_UNSUPPORTED", `The server of ${this.#name} is older than PostgreSQL 15.`);
    if (row?.encoding !== "UTF8")
      throw new NewsError("STORE_UNSUPPORTED", `The database ${this.#name} is not encoded in UTF-8.`);
  }

  async #version(session: Session, mayCreate: boolean): Promise<number> {
    const [found] = await session.all<{ name: string | null }>("SELECT to_regclass(?)::text AS name", [
      `${SCHEMA}.store_version`,
    ]);
    if (found?.name == null) {
      if (!mayCreate) throw new NewsError("FILE_NOT_FOUND", `There is no store in ${this.#name}.`);
      await session.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      await session.run("CREATE TABLE store_version (version INTEGER NOT NULL)");
      await session.run("INSERT INTO store_version VALUES (0)");
    }
    const [row] = await session.all<{ version: number }>("SELECT version FROM store_version");
    const version = row?.version ?? 0;
    if (version <= MIGRATIONS.length) return version;
    const versions = `version ${version}, this galley knows up to ${MIGRATIONS.length}`;
    throw new NewsError("STORE_NEWER", `The store ${this.#name} is of a newer galley: ${versions}.`);
  }

  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work);
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#transaction("BEGIN", work);
      } catch (error) {
        if (!isCollision(error) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** Waits here for a free connection, as waiting in the pool would count towards its connection timeout. */
  #transaction<T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#slots.take(() => this.#transactionNow(begin, work));
  }

  async #transactionNow<T>(begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#withCodes(() => this.#pool.connect());
    // The running query reports a broken connection.
    const ignore = () => undefined;
    client.on("error", ignore);
    let isBroken = false;
    try {
      await this.#withCodes(() => client.query(begin));
      const result = await work(this.#session(client));
      await this.#withCodes(() => client.query("COMMIT"));
      return result;
    } catch (error) {
      isBroken = !(await rollsBack(client));
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(isBroken);
    }
  }

  #session(client: PoolClient): Session {
    const query = <Row>(sql: string, values: readonly SqlValue[] = []) =>
      this.#withCodes(() =>
        values.length === 0 ? client.query<Row>(sql) : client.query<Row>(numbered(sql), [...values]),
      );
    return {
      all: async <Row>(sql: string, values?: readonly SqlValue[]) => (await query<Row>(sql, values)).rows,
      run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
      matches: toTsquery,
    };
  }

  async #withCodes<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asStoreError(error, this.#name);
    }
  }

  async announceArticle(session: Session, keys: readonly number[]): Promise<void> {
    // In the same order for all writers, so that two of them cannot deadlock.
    const sorted = [...new Set(keys)].sort((a, b) => a - b);
    const locks = sorted.map(() => `pg_advisory_xact_lock(${NEAR_DUPLICATES}, ?)`);
    await session.all(
      `SELECT ${[...locks, `pg_advisory_xact_lock_shared(${WRITES_ARTICLES})`].join(", ")}`,
      sorted,
    );
  }

  // Ids are assigned when rows are written, but become visible in the order of commits.
  async settle(): Promise<number> {
    return this.write(async (session) => {
      const [row] = await session.all<{ id: number }>(
        "SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS id FROM articles_id_seq",
      );
      await session.all(`SELECT pg_advisory_xact_lock(${WRITES_ARTICLES})`);
      return row?.id ?? 0;
    });
  }

  async advanceIds(session: Session, tables: readonly string[]): Promise<void> {
    for (const table of tables)
      await session.all(
        `SELECT setval(pg_get_serial_sequence('${SCHEMA}.${table}', 'id'), coalesce(max(id), 0) + 1, false) FROM ${table}`,
      );
  }

  // Autovacuum makes the space of removed rows free for new ones.
  async shrink(): Promise<void> {}

  // The database belongs to the user, and a backup can be restored into empty tables.
  abandon(): void {}

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

async function rollsBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    // The connection is gone, and the server rolls back.
    return false;
  }
}

/** `$1, $2` for `?, ?`; no statement has a question mark in a text. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?/g, () => `$${++count}`);
}

function ownTypes(sql: string): string {
  return (
    sql
      .replaceAll("{terms}", TERMS)
      .replaceAll("{id}", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
      .replaceAll("{bytes}", "BYTEA")
      // Compared by bytes as in SQLite, whatever the language of the database.
      .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
  );
}

type Fault = readonly [
  code: "STORE_UNAVAILABLE" | "WRITE_FAILED" | "STORE_DAMAGED" | "STORE_LOCKED",
  what: string,
];

/** The code of what a role lacks the right for. */
const NO_RIGHT = "42501";

/** Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html, the longer ones first. */
const FAULTS: readonly (readonly [prefix: string, fault: Fault])[] = [
  ["25006", ["WRITE_FAILED", "may only be read"]],
  [NO_RIGHT, ["WRITE_FAILED", "may not be written by this user"]],
  ["53100", ["WRITE_FAILED", "does not fit on the server's disk"]],
  ["55P03", ["STORE_LOCKED", "is in use"]],
  ["57P", ["STORE_UNAVAILABLE", "was closed by its server"]],
  ["08", ["STORE_UNAVAILABLE", "cannot be reached"]],
  ["28", ["STORE_UNAVAILABLE", "does not accept this user or password"]],
  ["3D", ["STORE_UNAVAILABLE", "is not a database of its server"]],
  ["53", ["STORE_UNAVAILABLE", "has too many connections or too little memory"]],
  ["XX00", ["STORE_DAMAGED", "is damaged"]],
];
const UNREACHABLE: Fault = ["STORE_UNAVAILABLE", "cannot be reached"];
const NO_TLS: Fault = [
  "STORE_UNAVAILABLE",
  "is on a server without TLS; say sslmode=disable in its address where the network between is your own",
];
const BAD_TLS: Fault = ["STORE_UNAVAILABLE", "is on a server whose certificate cannot be verified"];
const TLS_CODES =
  /^(?:CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED_|ERR_SSL_|HOSTNAME_MISMATCH)/;

/** A coded error for a database error whose code is known; `name` is for the message. */
export function asStoreError(error: unknown, name: string): unknown {
  const known = faultOf(error);
  if (known === undefined) return error;
  return new NewsError(known[0], `The store ${name} ${known[1]}.`, { cause: error });
}

function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (error.message === "The server does not support SSL connections") return NO_TLS;
  if (TLS_CODES.test(code)) return BAD_TLS;
  // Node's own codes, and pg's errors of broken connections, which have none.
  if (/^E[A-Z]{2,}/.test(code) || /^(?:Connection terminated|timeout exceeded)/.test(error.message))
    return UNREACHABLE;
  if (error instanceof AggregateError) return UNREACHABLE;
  return FAULTS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether two transactions collided: a deadlock, or both changed a row. */
function isCollision(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}
