/** What a query builder costs beside statements written by hand, on PostgreSQL: npm run bench:query-builder [-- --calls 400] */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type Generated, Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { insertion, markList } from "../src/store/database.ts";
import { openStore } from "../src/store/index.ts";
import { seededRandom } from "../src/text/index.ts";
import { finding, obtained, START_MS } from "../test/contract/store-samples.ts";
import { startPostgres } from "../test/postgres.ts";

const ARTICLES = 2000;
const WARM_UP = 50;
/** Findings that one list announces. */
const BATCH = 100;

/** The tables of these statements, as kysely wants to know them. */
interface Tables {
  validators: { key: string; etag: string | null; last_modified: string | null; at_ms: number };
  findings: {
    key: string;
    digest: string;
    source: string;
    topic: string;
    title: string;
    found_ms: number;
    publisher: string | null;
    published: string | null;
    modified: string | null;
  };
  addresses: {
    key: string;
    url: string;
    site: string;
    attempts: number;
    article_id: number | null;
    due_ms: number | null;
    leased_until_ms: number;
    leased_by: number | null;
  };
  articles: { id: Generated<number>; url: string; title: string | null; version: number; dated_ms: number };
  versions: { article_id: number; number: number; article: string };
  article_terms: { rowid: number; lexemes: unknown };
}

type Database = Kysely<Tables>;
type Run = (database: Database, client: PoolClient, at: number) => Promise<unknown>;

/** `$1, $2` for `?, ?`, as the driver of the store does. */
function ask(client: PoolClient, text: string, values: readonly unknown[]): Promise<unknown> {
  let count = 0;
  return client.query(
    text.replace(/\?/g, () => `$${++count}`),
    [...values],
  );
}

const keyOf = (at: number) => `example.org/story-${at % ARTICLES}`;

const newFindings = (at: number) =>
  Array.from({ length: BATCH }, (_, number) => ({
    key: keyOf(number),
    digest: `digest-${at}-${number}`,
    source: "https://example.org/feed",
    topic: "",
    title: `Story ${number}`,
    found_ms: at,
    publisher: null,
    published: "2026-11-18",
    modified: null,
  }));

/** The same statements written by hand and built. */
const STATEMENTS: Readonly<Record<string, { readonly byHand: Run; readonly built: Run }>> = {
  "one row by its key": {
    byHand: (_, client, at) =>
      ask(client, "SELECT etag, last_modified, at_ms FROM validators WHERE key = ?", [keyOf(at)]),
    built: (database, _, at) =>
      database
        .selectFrom("validators")
        .select(["etag", "last_modified", "at_ms"])
        .where("key", "=", keyOf(at))
        .execute(),
  },
  "insert or update a row": {
    byHand: (_, client, at) =>
      ask(
        client,
        `INSERT INTO validators (key, etag, last_modified, at_ms) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE
         SET etag = excluded.etag, last_modified = excluded.last_modified, at_ms = excluded.at_ms`,
        [keyOf(at), `"${at}"`, null, at],
      ),
    built: (database, _, at) =>
      database
        .insertInto("validators")
        .values({ key: keyOf(at), etag: `"${at}"`, last_modified: null, at_ms: at })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            etag: (row) => row.ref("excluded.etag"),
            last_modified: (row) => row.ref("excluded.last_modified"),
            at_ms: (row) => row.ref("excluded.at_ms"),
          }),
        )
        .execute(),
  },
  "insert 100 findings": {
    byHand: (_, client, at) => {
      const rows = newFindings(at);
      const { sql: insert, values } = insertion("findings", rows);
      return ask(client, `${insert} ON CONFLICT (key, digest) DO NOTHING RETURNING key`, values);
    },
    built: (database, _, at) =>
      database
        .insertInto("findings")
        .values(newFindings(at + 1_000_000))
        .onConflict((conflict) => conflict.columns(["key", "digest"]).doNothing())
        .returning("key")
        .execute(),
  },
  "lease 8 candidates": {
    byHand: (_, client, at) => {
      const keys = Array.from({ length: 8 }, (__, number) => keyOf(at * 8 + number));
      return ask(
        client,
        `UPDATE addresses SET leased_until_ms = ?, leased_by = ? WHERE leased_until_ms <= ? AND due_ms <= ?
         AND key IN ${markList(keys.length)} RETURNING key, url, site, attempts, article_id`,
        [1, null, START_MS, START_MS, ...keys],
      );
    },
    built: (database, _, at) => {
      const keys = Array.from({ length: 8 }, (__, number) => keyOf(at * 8 + number));
      return database
        .updateTable("addresses")
        .set({ leased_until_ms: 1, leased_by: null })
        .where("leased_until_ms", "<=", START_MS)
        .where("due_ms", "<=", START_MS)
        .where("key", "in", keys)
        .returning(["key", "url", "site", "attempts", "article_id"])
        .execute();
    },
  },
  "search for a word": {
    byHand: (_, client, at) =>
      ask(
        client,
        `SELECT hits.id, url, title, article FROM (
           SELECT article_terms.rowid AS id, url, title, version
           FROM article_terms JOIN articles ON articles.id = article_terms.rowid
           WHERE lexemes @@ ?::tsquery AND dated_ms >= ? ORDER BY article_terms.rowid DESC LIMIT ?) AS hits
         JOIN versions ON versions.article_id = hits.id AND versions.number = hits.version ORDER BY hits.id DESC`,
        [`'w${at % 50}'`, 0, 20],
      ),
    built: (database, _, at) =>
      database
        .selectFrom((from) =>
          from
            .selectFrom("article_terms")
            .innerJoin("articles", "articles.id", "article_terms.rowid")
            .select(["article_terms.rowid as id", "url", "title", "version"])
            // The builder has no word for full-text search.
            .where(sql<boolean>`lexemes @@ ${`'w${at % 50}'`}::tsquery`)
            .where("dated_ms", ">=", 0)
            .orderBy("article_terms.rowid", "desc")
            .limit(20)
            .as("hits"),
        )
        .innerJoin("versions", (join) =>
          join.onRef("versions.article_id", "=", "hits.id").onRef("versions.number", "=", "hits.version"),
        )
        .select(["hits.id", "url", "title", "article"])
        .orderBy("hits.id", "desc")
        .execute(),
  },
};

const { values } = parseArgs({ options: { calls: { type: "string", default: "400" } } });
const calls = Number(values.calls);
const server = await startPostgres();
if (server === undefined) throw new Error("There is no PostgreSQL for this platform.");
const url = await server.emptyDatabase();
await fill(url);
const poolOptions = {
  connectionString: url,
  max: 1,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  application_name: "galley",
  options: "-c search_path=galley",
  types,
};
const pool = new Pool(poolOptions);
const client = await pool.connect();
// Our own types of pg say less of a pool than kysely asks for.
const builderPool = new Pool(poolOptions) as unknown as PostgresPool;
const builder = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: builderPool }) });
// Both keep one connection, so that the difference is that of building statements.
await builder.connection().execute((database) => race(database));
await builder.destroy();
client.release(false);
await pool.end();
await server.stop();
const installed = sizeOf(join(import.meta.dirname, "../node_modules/kysely"));
console.log(
  `\nkysely installed: ${(installed.bytes / 1024).toFixed(0)} KB in ${installed.files} files, its modules ${(installed.packed / 1024).toFixed(0)} KB gzipped`,
);

/** Runs both ways of every statement in turn, and prints what they take. */
async function race(database: Database): Promise<void> {
  console.log("| statement | by hand, ms | built, ms | by hand, µs of CPU | built, µs of CPU | lines |");
  console.log("| --- | --: | --: | --: | --: | --: |");
  for (const [name, { byHand, built }] of Object.entries(STATEMENTS)) {
    for (let at = 0; at < WARM_UP; at++) for (const run of [byHand, built]) await run(database, client, at);
    const times = { byHand: [] as number[], built: [] as number[] };
    const cpu = { byHand: 0, built: 0 };
    for (let at = WARM_UP; at < WARM_UP + calls; at++)
      for (const [who, run] of Object.entries({ byHand, built }) as ["byHand" | "built", Run][]) {
        const [start, before] = [performance.now(), process.cpuUsage()];
        await run(database, client, at);
        times[who].push(performance.now() - start);
        const used = process.cpuUsage(before);
        cpu[who] += used.user + used.system;
      }
    const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!.toFixed(2);
    const linesOf = (run: Run) => run.toString().split("\n").length;
    const cells = [
      median(times.byHand),
      median(times.built),
      (cpu.byHand / calls).toFixed(0),
      (cpu.built / calls).toFixed(0),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} | ${linesOf(byHand)}, ${linesOf(built)} |`);
  }
}

/** A store with articles, candidates and validators. */
async function fill(address: string): Promise<void> {
  const store = await openStore(address, { mayCreate: true });
  const random = seededRandom(1);
  for (let at = 0; at < ARTICLES; at++) {
    const story = `https://example.org/story-${at}`;
    const text = Array.from({ length: 60 }, () => `w${Math.floor(2000 ** random()) - 1}`).join(" ");
    await store.finish(obtained(story, { title: `Story ${at}`, text, html: "" }));
    await store.putValidators(story, { etag: '"0"', lastModified: null, atMs: 0 });
  }
  const due = Array.from({ length: ARTICLES }, (_, at) =>
    finding({ url: `https://example.org/story-${at}` }),
  );
  await store.addFindings(due, { nowMs: START_MS, recheckMs: 0 });
  await store.close();
}

/** The bytes of a package, and of its ES modules packed. */
function sizeOf(folder: string): { readonly bytes: number; readonly files: number; readonly packed: number } {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
  const modules = files.filter(
    (path) => path.includes("/dist/") && path.endsWith(".js") && !path.includes("/cjs/"),
  );
  return {
    bytes: files.reduce((sum, path) => sum + statSync(path).size, 0),
    files: files.length,
    packed: gzipSync(Buffer.concat(modules.map((path) => readFileSync(path)))).length,
  };
}
