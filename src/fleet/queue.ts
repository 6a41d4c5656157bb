import type { JobInsert, JobWithMetadata, PgBoss, UpdateQueueOptions } from "pg-boss";
import type { Start } from "../collect/index.ts";
import { NewsError } from "../errors/index.ts";
import { openStore } from "../store/index.ts";
import { asStoreError, withTls } from "../store/postgres.ts";
import { FLEET_TABLES, FLEET_VERSION, QUEUE_SCHEMA, WORKER_RIGHTS } from "./schema.data.ts";

/** The queues: sources to read, pages to fetch, and what failed for good. */
export const QUEUES = { sources: "galley-sources", pages: "galley-pages", dead: "galley-dead" } as const;
/** A queue that workers take from. */
export type WorkQueue = "sources" | "pages";

/** A source to read, with the options for reading it. */
export interface SourceJob {
  readonly start: Start;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly recheckMs?: number | undefined;
  readonly findAgain?: boolean | undefined;
  readonly setRendered?: boolean | undefined;
  readonly setHeaders?: string | null | undefined;
}

/** A page to fetch. */
export interface PageJob {
  readonly url: string;
  readonly site: string;
}

/** A job that this worker holds. The attempt (`retryCount`) tells it from the same job with a later worker. */
export interface TakenJob<T> {
  readonly id: string;
  readonly retryCount: number;
  readonly retryLimit: number;
  readonly data: T;
}

/** Why a job failed. */
export interface JobFailure {
  readonly code: string;
  readonly message: string;
}

/** Settings for all workers, from the setup of the fleet. */
export interface FleetSettings {
  /** A worker that has not been heard of for this long counts as dead. */
  readonly leaseMs: number;
  readonly firstRetryMs: number;
}

/** Connections of one process beside those of its library. */
const MAX_CONNECTIONS = 4;
/** Interval of the check for jobs of dead workers; pg-boss lets one instance do it for all. */
const MONITOR_SECONDS = 3;
/** Active pages of one host in the whole fleet: one is fetched, the next waits. */
const PAGES_OF_HOST = 2;
/** Retention of completed jobs; the library records what became of a page. */
const KEPT_SECONDS = 60 * 60;

/** The queue of a fleet, in the database of its library. */
export class FleetQueue {
  readonly settings: FleetSettings;
  readonly #boss: PgBoss;
  #clockOffsetMs = 0;

  private constructor(boss: PgBoss, settings: FleetSettings) {
    this.#boss = boss;
    this.settings = settings;
  }

  /** Opens the queue of a library; NO_FLEET where there is none, or one of another version. */
  static async open(address: string, role: "worker" | "visitor"): Promise<FleetQueue> {
    const queue = await FleetQueue.find(address, role);
    if (queue) return queue;
    throw new NewsError("NO_FLEET", "The library has no queue for a fleet.");
  }

  /** The queue of a library; undefined where no fleet was set up. */
  static async find(address: string, role: "worker" | "visitor"): Promise<FleetQueue | undefined> {
    const boss = await makeBoss(address, {
      migrate: false,
      createSchema: false,
      supervise: role === "worker",
    });
    try {
      const settings = await readSettings(boss);
      if (settings === undefined) {
        await stopBoss(boss);
        return undefined;
      }
      await withCodes(() => boss.start());
      const queue = new FleetQueue(boss, settings);
      await queue.syncClock();
      return queue;
    } catch (error) {
      await stopBoss(boss);
      throw error;
    }
  }

  /** The time of the database's clock, by the last measured offset. */
  now = (): number => Date.now() + this.#clockOffsetMs;

  /** Measures the offset of the database's clock, as the clocks of workers differ. */
  async syncClock(): Promise<void> {
    const sentMs = Date.now();
    const [row] = await this.sql<{ ms: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
    );
    this.#clockOffsetMs = Math.round((row?.ms ?? sentMs) - (sentMs + Date.now()) / 2);
  }

  /** Adds jobs that are not waiting or active yet; returns how many. */
  async add(queue: WorkQueue, jobs: readonly JobInsert[]): Promise<number> {
    if (jobs.length === 0) return 0;
    const added = await withCodes(() => this.#boss.insert(QUEUES[queue], [...jobs], { returnId: true }));
    return added?.length ?? 0;
  }

  async take<T>(queue: WorkQueue, count: number): Promise<readonly TakenJob<T>[]> {
    const jobs: readonly JobWithMetadata<T>[] = await withCodes(() =>
      this.#boss.fetch<T>(QUEUES[queue], {
        batchSize: count,
        includeMetadata: true,
        ...(queue === "pages" && { groupConcurrency: PAGES_OF_HOST }),
      }),
    );
    return jobs.map(({ id, retryCount, retryLimit, data }) => ({ id, retryCount, retryLimit, data }));
  }

  /** Heartbeat of jobs in progress. */
  async keep(queue: WorkQueue, jobs: readonly TakenJob<unknown>[]): Promise<void> {
    if (jobs.length > 0) await withCodes(() => this.#boss.touch(QUEUES[queue], jobs.map(attemptOf)));
  }

  /** Completes a job, unless another worker has it by now. */
  async complete(queue: WorkQueue, job: TakenJob<unknown>): Promise<void> {
    await withCodes(() => this.#boss.complete(QUEUES[queue], attemptOf(job)));
  }

  /** Fails a job, to be retried at a time, by default soon; after the last try it goes to the dead jobs. */
  async fail(
    queue: WorkQueue,
    job: TakenJob<unknown>,
    failure: JobFailure,
    retryAtMs?: number,
  ): Promise<void> {
    await withCodes(() => this.#boss.fail(QUEUES[queue], attemptOf(job), { ...failure }));
    if (retryAtMs === undefined || job.retryCount >= job.retryLimit) return;
    const startAfter = new Date(retryAtMs);
    await withCodes(() => this.#boss.update(QUEUES[queue], undefined, { id: job.id, startAfter }));
  }

  /** Drops jobs that failed for good. */
  async forgetDead(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await withCodes(() => this.#boss.deleteJob(QUEUES.dead, [...ids]));
  }

  async sql<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const { rows } = await withCodes(() => this.#boss.getDb().executeSql(text, [...values]));
    return rows as Row[];
  }

  close(): Promise<void> {
    return stopBoss(this.#boss);
  }
}

function attemptOf({ id, retryCount }: TakenJob<unknown>): { id: string; retryCount: number } {
  return { id, retryCount };
}

interface BossRole {
  readonly migrate: boolean;
  readonly createSchema: boolean;
  readonly supervise: boolean;
}

async function makeBoss(address: string, role: BossRole): Promise<PgBoss> {
  // Loaded here: most commands have no queue.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    ...role,
    connectionString: withTls(address),
    application_name: "galley fleet",
    schema: QUEUE_SCHEMA,
    max: MAX_CONNECTIONS,
    schedule: false,
    // Only the owner may rebuild indexes, in the setup.
    reindex: role.migrate,
    monitorVacuum: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  // Errors of its maintenance: it retries by itself. Calls of the worker throw theirs.
  boss.on("error", () => undefined);
  return boss;
}

/** Ends an instance of pg-boss, whatever state it is in. */
async function stopBoss(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: true }).catch(() => undefined);
  const database = boss.getDb() as { readonly opened?: boolean; close?(): Promise<void> };
  // An instance that was never started has an open pool that it does not close.
  if (database.opened) await database.close?.().catch(() => undefined);
}

async function readSettings(boss: PgBoss): Promise<FleetSettings | undefined> {
  const database = boss.getDb() as ReturnType<PgBoss["getDb"]> & { open(): Promise<void> };
  await withCodes(() => database.open());
  const found = await withCodes(() =>
    database.executeSql("SELECT to_regclass($1)::text AS name", [`${QUEUE_SCHEMA}.fleet_state`]),
  );
  if (found.rows[0]?.name == null) return undefined;
  const { rows } = await withCodes(() =>
    database.executeSql(
      `SELECT version, lease_ms::float8 AS lease, first_retry_ms::float8 AS retry FROM ${QUEUE_SCHEMA}.fleet_state`,
    ),
  );
  const { version = 0, lease, retry } = rows[0] ?? {};
  if (version === FLEET_VERSION) return { leaseMs: lease, firstRetryMs: retry };
  if (version < FLEET_VERSION)
    throw new NewsError("NO_FLEET", `The queue is of an older galley: version ${version}.`);
  throw new NewsError("STORE_NEWER", `The queue is of a newer galley: version ${version}.`);
}

/** Errors of the database with our codes, and without its address: workers' logs are read by many. */
async function withCodes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && /pg-boss (?:database requires|is not installed)/i.test(error.message))
      throw new NewsError("NO_FLEET", "The queue was made by an older or a newer pg-boss.", { cause: error });
    throw asStoreError(error, "of the fleet");
  }
}

/** How a fleet is set up. */
export interface SetupOptions {
  /** A worker that has not been heard of for this long counts as dead; 30 s, at least 10 s. */
  readonly leaseMs?: number | undefined;
  /** The wait after the first failure of a page, which doubles with each; 10 minutes. */
  readonly firstRetryMs?: number | undefined;
  /** A role of the database that gets the rights of a worker and no others. */
  readonly role?: string | undefined;
}

const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_FIRST_RETRY_MS = 10 * 60 * 1000;
/** pg-boss allows no shorter heartbeat. */
const MIN_LEASE_MS = 10_000;
/** As many tries as in a run without a fleet. */
const PAGE_RETRIES = 5;
const SOURCE_RETRIES = 2;
/** Jobs of a dead worker return after this, then twice as late with each further death. */
const RETURN_SECONDS = 1;
const MAX_RETURN_SECONDS = 60;
const DEAD_KEPT_SECONDS = 90 * 24 * 60 * 60;
/** No job takes longer; a live worker sends heartbeats much earlier. */
const MAX_JOB_SECONDS = 60 * 60;

/** Makes, or brings up to date, the library and the queue of a fleet; as the owner of the database. */
export async function setupFleet(address: string, options: SetupOptions = {}): Promise<void> {
  const { leaseMs = DEFAULT_LEASE_MS, firstRetryMs = DEFAULT_FIRST_RETRY_MS, role } = options;
  if (leaseMs < MIN_LEASE_MS) throw new NewsError("BAD_OPTION", "A lease must be 10 s or longer.");
  await (await openStore(address, { mayCreate: true })).close();
  const boss = await makeBoss(address, { migrate: true, createSchema: true, supervise: false });
  try {
    await boss.start();
    await makeQueues(boss, Math.ceil(leaseMs / 1000));
    const run = (sql: string, values: unknown[] = []) => boss.getDb().executeSql(sql, values);
    for (const table of FLEET_TABLES) await run(table);
    await run(
      `INSERT INTO ${QUEUE_SCHEMA}.fleet_state (name, version, lease_ms, first_retry_ms) VALUES ('fleet', $1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = $1, lease_ms = $2, first_retry_ms = $3`,
      [FLEET_VERSION, leaseMs, firstRetryMs],
    );
    // Pages of a restored library, or with a new queue, are leased but not in the queue.
    await run(
      "UPDATE galley.addresses SET leased_until_ms = 0 WHERE leased_by IS NULL AND due_ms IS NOT NULL",
    );
    if (role === undefined) return;
    const { rows } = await run("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
    if (rows.length === 0)
      throw new NewsError("BAD_OPTION", `The database has no role ${role}; make it by CREATE ROLE.`);
    for (const right of WORKER_RIGHTS) await run(right.replaceAll("{role}", quoteName(role)));
  } finally {
    await stopBoss(boss);
  }
}

async function makeQueues(boss: PgBoss, heartbeatSeconds: number): Promise<void> {
  const returns = {
    retryDelay: RETURN_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAX_RETURN_SECONDS,
    expireInSeconds: MAX_JOB_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
    deadLetter: QUEUES.dead,
    heartbeatSeconds,
  };
  const wanted: readonly (readonly [string, UpdateQueueOptions])[] = [
    [QUEUES.dead, { retentionSeconds: DEAD_KEPT_SECONDS, deleteAfterSeconds: KEPT_SECONDS }],
    [QUEUES.sources, { ...returns, retryLimit: SOURCE_RETRIES }],
    [QUEUES.pages, { ...returns, retryLimit: PAGE_RETRIES }],
  ];
  for (const [name, settings] of wanted) {
    // One job for each source or page, waiting or worked on.
    if ((await boss.getQueue(name)) === null)
      await boss.createQueue(name, { policy: name === QUEUES.dead ? "standard" : "exclusive" });
    await boss.updateQueue(name, settings);
  }
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
