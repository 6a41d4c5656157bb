import type { PgBoss, UpdateQueueOptions } from "pg-boss";
import { NewsError } from "../errors/index.ts";
import { openStore } from "../store/index.ts";
import { KEPT_SECONDS, makeBoss, QUEUES, stopBoss } from "./queue.ts";
import { FLEET_TABLES, FLEET_VERSION, QUEUE_SCHEMA, WORKER_RIGHTS } from "./schema.data.ts";

/** How a fleet is set up. */
export interface SetupOptions {
  /** A worker that has not been heard of for this long is taken for dead; 30 s, at least 10 s. */
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
/** As often as a run of its own tries a page. */
const PAGE_RETRIES = 5;
const SOURCE_RETRIES = 2;
/** Jobs of a worker that died come back after this, then twice as late with each further death. */
const RETURN_SECONDS = 1;
const MAX_RETURN_SECONDS = 60;
const DEAD_KEPT_SECONDS = 90 * 24 * 60 * 60;
/** No job takes longer; a worker that lives says so by its heartbeat much earlier. */
const MAX_JOB_SECONDS = 60 * 60;

/** Makes, or brings up to date, the library and the queue of a fleet; as the owner of the database. */
export async function setupFleet(address: string, options: SetupOptions = {}): Promise<void> {
  if (!/^postgres(?:ql)?:\/\//.test(address))
    throw new NewsError("BAD_OPTION", "A fleet needs a library in PostgreSQL, not in a file.");
  const { leaseMs = DEFAULT_LEASE_MS, firstRetryMs = DEFAULT_FIRST_RETRY_MS, role } = options;
  if (leaseMs < MIN_LEASE_MS) throw new NewsError("BAD_OPTION", "A lease lasts 10 s or longer.");
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
    // A library that was restored, or whose queue is new, has pages that wait in no queue.
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
