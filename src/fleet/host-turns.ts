import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { NewsError } from "../errors/index.ts";
import {
  isUnasked,
  PACE_LIMITS,
  type SharedTurn,
  type SharedTurns,
  serverGone,
  TurnLost,
} from "../fetch/index.ts";
import type { FleetQueue } from "./queue.ts";
import { QUEUE_SCHEMA } from "./schema.data.ts";

/** Lease of a host, extended while an answer is awaited; the host of a dead worker is free after it. */
const HOLD_MS = 15_000;
const RENEW_MS = 5000;
/** A turn must be used within this time, connecting included, well before another worker can get the next one. */
const USE_MS = 8000;
/** Polling interval while another worker holds a host. */
const LOOK_MS = 100;
const MIN_SLEEP_MS = 5;

const HOSTS = `${QUEUE_SCHEMA}.fleet_hosts`;

/**
 * The turns of hosts for all workers of a fleet: a row a host, with the time of its next request by the database's clock. The
 * row is taken with SKIP LOCKED, so that nobody waits for a lock; a worker that died gives its host back after a while.
 */
export function makeHostTurns(queue: FleetQueue): SharedTurns {
  const known = new Set<string>();
  return {
    async take(host, delayMs) {
      if (!known.has(host)) {
        await queue.sql(`INSERT INTO ${HOSTS} (host) VALUES ($1) ON CONFLICT DO NOTHING`, [host]);
        known.add(host);
      }
      for (;;) {
        const holder = randomUUID();
        // Taken before the row, so that a pause of the process in between counts.
        const takenMs = performance.now();
        if (await takeRow(queue, { host, holder, delayMs }))
          return makeTurn(queue, { host, holder, delayMs, takenMs });
        await sleep(await waitOf(queue, host));
      }
    },
  };
}

interface Held {
  readonly host: string;
  readonly holder: string;
  readonly delayMs: number;
}

async function takeRow(queue: FleetQueue, { host, holder, delayMs }: Held): Promise<boolean> {
  const rows = await queue.sql(
    `WITH mine AS (
       SELECT host FROM ${HOSTS} WHERE host = $1 AND next_at <= clock_timestamp()
       AND NOT (failures >= $4 AND failed_at > clock_timestamp() - $5::float8 * interval '1 ms')
       FOR UPDATE SKIP LOCKED)
     UPDATE ${HOSTS} SET next_at = clock_timestamp() + $3::float8 * interval '1 ms', holder = $2
     FROM mine WHERE ${HOSTS}.host = mine.host RETURNING 1`,
    [host, holder, HOLD_MS + delayMs, PACE_LIMITS.maxFailuresInARow, PACE_LIMITS.downMs],
  );
  return rows.length > 0;
}

interface HostRow {
  readonly wait: number;
  readonly closed: number | null;
  readonly is_held: boolean;
  readonly is_down: boolean;
}

/** How long to wait before the row is tried again; throws SERVER_GONE where that would be too long. */
async function waitOf(queue: FleetQueue, host: string): Promise<number> {
  const [row] = await queue.sql<HostRow>(
    `SELECT (extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS wait, holder IS NOT NULL AS is_held,
       (extract(epoch FROM closed_until - clock_timestamp()) * 1000)::float8 AS closed,
       coalesce(failures >= $2 AND failed_at > clock_timestamp() - $3::float8 * interval '1 ms', false) AS is_down
     FROM ${HOSTS} WHERE host = $1`,
    [host, PACE_LIMITS.maxFailuresInARow, PACE_LIMITS.downMs],
  );
  if (row === undefined) return MIN_SLEEP_MS;
  if (row.is_down) throw serverGone(host, undefined);
  if ((row.closed ?? 0) > PACE_LIMITS.maxPatienceMs) throw serverGone(host, row.closed ?? 0);
  const waitMs = Math.max(row.wait, MIN_SLEEP_MS);
  return row.is_held ? Math.min(waitMs, LOOK_MS) : waitMs;
}

function makeTurn(queue: FleetQueue, held: Held & { readonly takenMs: number }): SharedTurn {
  const timer = setInterval(() => void renew(queue, held).catch(() => undefined), RENEW_MS).unref();
  return {
    confirm() {
      if (performance.now() - held.takenMs > USE_MS) throw new TurnLost();
    },
    async end(failure) {
      clearInterval(timer);
      // If the database is unreachable, the row frees itself when its time is over.
      await endTurn(queue, held, failure).catch(() => undefined);
    },
  };
}

async function renew(queue: FleetQueue, { host, holder, delayMs }: Held): Promise<void> {
  await queue.sql(
    `UPDATE ${HOSTS} SET next_at = clock_timestamp() + $3::float8 * interval '1 ms' WHERE host = $1 AND holder = $2`,
    [host, holder, HOLD_MS + delayMs],
  );
}

async function endTurn(
  queue: FleetQueue,
  { host, holder, delayMs }: Held,
  failure: NewsError | "unused" | undefined,
): Promise<void> {
  const mine = "WHERE host = $1 AND holder = $2";
  if (failure === "unused" || (failure !== undefined && isUnasked(failure))) {
    await queue.sql(`UPDATE ${HOSTS} SET next_at = clock_timestamp(), holder = NULL ${mine}`, [host, holder]);
  } else if (!failure?.retry) {
    await queue.sql(
      `UPDATE ${HOSTS} SET next_at = clock_timestamp() + $3::float8 * interval '1 ms', holder = NULL, failures = 0 ${mine}`,
      [host, holder, delayMs],
    );
  } else {
    const closedMs = Math.min(failure.retryAfterMs ?? 0, PACE_LIMITS.maxClosedMs);
    await queue.sql(
      `UPDATE ${HOSTS} SET holder = NULL, failures = failures + 1, failed_at = clock_timestamp(),
       closed_until = greatest(closed_until, clock_timestamp() + $4::float8 * interval '1 ms'),
       next_at = clock_timestamp() + greatest($3::float8, $4::float8, least($3::float8 * 2 ^ (failures + 1), $5::float8)) * interval '1 ms' ${mine}`,
      [host, holder, delayMs, closedMs, PACE_LIMITS.maxBackoffMs],
    );
  }
}
