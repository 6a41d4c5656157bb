import { createHash } from "node:crypto";
import { startName } from "../collect/index.ts";
import type { Store } from "../store/index.ts";
import { addressKey } from "../url/index.ts";
import { type FleetQueue, QUEUES, type SourceJob } from "./queue.ts";
import { QUEUE_SCHEMA } from "./schema.data.ts";

/** The most pages in the queue, of all sites and of one, so that no site fills it; the library keeps the rest. */
const MAX_QUEUED = 2000;
const MAX_QUEUED_OF_SITE = 40;
/** Lease of a queued page, so that it is not queued twice. */
const QUEUED_MS = 60 * 60 * 1000;
/** Time between two searches for due pages; one worker does it for all. */
const FEED_MS = 500;

/** Adds sources to the queue, each once; returns how many were new. */
export function addSources(queue: FleetQueue, jobs: readonly SourceJob[]): Promise<number> {
  return queue.add(
    "sources",
    jobs.map((data) => ({ data, singletonKey: keyOf(startName(data.start)) })),
  );
}

/** Adds due pages to the queue, unless another worker just did; returns how many. */
export async function feedQueue(queue: FleetQueue, store: Store): Promise<number> {
  const turn = await queue.sql(
    `UPDATE ${QUEUE_SCHEMA}.fleet_state SET fed_at = clock_timestamp()
     WHERE fed_at < clock_timestamp() - $1::float8 * interval '1 ms' RETURNING 1`,
    [FEED_MS],
  );
  if (turn.length === 0) return 0;
  const queued = await queue.sql<{ site: string; count: number }>(
    `SELECT data->>'site' AS site, count(*)::int AS count FROM ${QUEUE_SCHEMA}.job
     WHERE name = $1 AND state < 'active' GROUP BY 1`,
    [QUEUES.pages],
  );
  const free = MAX_QUEUED - queued.reduce((sum, { count }) => sum + count, 0);
  if (free <= 0) return 0;
  const pages = await store.lease({
    nowMs: queue.now(),
    leaseMs: QUEUED_MS,
    limit: free,
    perSite: MAX_QUEUED_OF_SITE,
    exceptSites: queued.filter(({ count }) => count > MAX_QUEUED_OF_SITE / 2).map(({ site }) => site),
  });
  return queue.add(
    "pages",
    pages.map(({ url, site }) => ({
      data: { url, site },
      singletonKey: keyOf(addressKey(url)),
      group: { id: new URL(url).host },
    })),
  );
}

/** A hash, so that job keys stay short. */
function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}
