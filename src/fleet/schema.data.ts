/** The schema of the queue and of what workers share; the library has its own. */
export const QUEUE_SCHEMA = "galley_queue";

/** The version of the tables below. */
export const FLEET_VERSION = 1;

/** What workers share beside the queue. Times are the database's, as the clocks of workers differ. */
export const FLEET_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${QUEUE_SCHEMA}.fleet_state (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL, lease_ms BIGINT NOT NULL, first_retry_ms BIGINT NOT NULL,
    fed_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp())`,
  `CREATE TABLE IF NOT EXISTS ${QUEUE_SCHEMA}.fleet_hosts (
    host TEXT PRIMARY KEY, next_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), holder TEXT,
    failures INTEGER NOT NULL DEFAULT 0, failed_at TIMESTAMPTZ, closed_until TIMESTAMPTZ)`,
  `CREATE TABLE IF NOT EXISTS ${QUEUE_SCHEMA}.fleet_workers (
    run BIGINT PRIMARY KEY, name TEXT NOT NULL, started_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    seen_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), state TEXT NOT NULL, open INTEGER NOT NULL, done BIGINT NOT NULL)`,
];

/** Columns that the maintenance of a queue writes: counts and times, no settings. */
const UPKEEP =
  "deferred_count, queued_count, ready_count, active_count, failed_count, total_count, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, ready_history, singletons_active, monitor_claim_on, monitor_on, maintain_on";

/** The least rights of a worker: to read, add and change rows, but not to remove articles, to set limits or to change any table. */
export const WORKER_RIGHTS: readonly string[] = [
  "GRANT USAGE ON SCHEMA galley, galley_queue TO {role}",
  "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA galley, galley_queue TO {role}",
  "REVOKE INSERT, UPDATE ON galley.store_version, galley.removed, galley.retention FROM {role}",
  "REVOKE INSERT, UPDATE ON galley_queue.version, galley_queue.queue, galley_queue.fleet_state FROM {role}",
  "GRANT UPDATE (cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) ON galley_queue.version TO {role}",
  `GRANT UPDATE (${UPKEEP}) ON galley_queue.queue TO {role}`,
  "GRANT UPDATE (fed_at) ON galley_queue.fleet_state TO {role}",
  "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA galley, galley_queue TO {role}",
  "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA galley_queue TO {role}",
  // Rows that finishing an article replaces.
  "GRANT DELETE ON galley.article_terms, galley.bands, galley.late_hits, galley.rendered, galley.source_headers TO {role}",
  // Moving a job deletes and inserts it, and a worker signs off.
  "GRANT DELETE ON galley_queue.job, galley_queue.job_common, galley_queue.job_dependency, galley_queue.warning, galley_queue.fleet_workers TO {role}",
];
