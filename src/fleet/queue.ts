import type { JobInsert, JobWithMetadata, PgBoss } from "pg-boss";
import type { Start } from "../collect/index.ts";
import { NewsError } from "../errors/index.ts";
import { asStoreError, withTls } from "../store/postgres.ts";
import { FLEET_VERSION, QUEUE_SCHEMA } from "./schema.data.ts";

/** The queues: sources to read, pages to fetch, and what failed for good. */
export const QUEUES = { sources: "galley-sources", pages: "galley-pages", dead: "galley-dead" } as const;
/** A queue that workers take from. */
export type WorkQueue = "sources" | "pages";

/** A source to read, with what its reader was asked for. */
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

/** A job that this worker holds, by its attempt: whoever takes it later has another one. */
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

/** What the setup of a fleet decided for all its workers. */
export interface FleetSettings {
  /** A worker that has not been heard of for this long is taken for dead. */
  readonly leaseMs: number;
  readonly firstRetryMs: number;
}

/** Connections of one process beside those of its library. */
const MAX_CONNECTIONS = 4;
/** Interval of the check for jobs of dead workers; pg-boss lets one instance do it for all. */
const MONITOR_SECONDS = 3;
/** Active pages of one host in the whole fleet: one is fetched while the next waits for its turn. */
const PAGES_OF_HOST = 2;
/** Retention of completed jobs; the library records what became of a page. */
export const KEPT_SECONDS = 60 * 60;

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

  /** The time by the clock of the database, as it was last asked. */
  now = (): number => Date.now() + this.#clockOffsetMs;

  /** Asks the database what time it is: the clocks of workers differ. */
  async syncClock(): Promise<void> {
    const sentMs = Date.now();
    const [row] = await this.sql<{ ms: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
    );
    this.#clockOffsetMs = Math.round((row?.ms ?? sentMs) - (sentMs + Date.now()) / 2);
  }

  /** Adds jobs; one that waits or is worked on already is not added again. Gives how many were new. */
  async add(queue: WorkQueue, jobs: readonly JobInsert[]): Promise<number> {
    if (jobs.length === 0) return 0;
    const added = await withCodes(() => this.#boss.insert(QUEUES[queue], [...jobs], { returnId: true }));
    return added?.length ?? 0;
  }

  /** Takes jobs that are due. */
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

  /** Ends a job; one that another worker has by now stays with that. */
  async complete(queue: WorkQueue, job: TakenJob<unknown>): Promise<void> {
    await withCodes(() => this.#boss.complete(QUEUES[queue], attemptOf(job)));
  }

  /** Fails a job, to be tried again at a time, by default soon; after its last try it is among the dead. */
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

  /** Runs a statement on the tables of the fleet. */
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

/** How an instance of pg-boss is used. */
interface BossRole {
  readonly migrate: boolean;
  readonly createSchema: boolean;
  readonly supervise: boolean;
}

/** An instance of pg-boss in the database of a library. */
export async function makeBoss(address: string, role: BossRole): Promise<PgBoss> {
  // Loaded here: most commands have no queue.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    ...role,
    connectionString: withTls(address),
    application_name: "galley fleet",
    schema: QUEUE_SCHEMA,
    max: MAX_CONNECTIONS,
    schedule: false,
    // Workers own no index; the owner's setup keeps them in order.
    reindex: role.migrate,
    monitorVacuum: false,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
  });
  // Its own upkeep tries again by itself; what a worker needs fails where it is called.
  boss.on("error", () => undefined);
  return boss;
}

/** Ends an instance of pg-boss, whatever state it is in. */
export async function stopBoss(boss: PgBoss): Promise<void> {
  await boss.stop({ graceful: false, close: true }).catch(() => undefined);
  const database = boss.getDb() as { readonly opened?: boolean; close?(): Promise<void> };
  // An instance that was never started has an open pool that it does not know of.
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
      throw new NewsError("NO_FLEET", "The queue is of an older or a newer pg-boss.", { cause: error });
    throw asStoreError(error, "of the fleet");
  }
}
