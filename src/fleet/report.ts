import { createServer, type Server } from "node:http";
import { Gauge, Registry } from "prom-client";
import { asNewsError, NewsError } from "../errors/index.ts";
import type { Store } from "../store/index.ts";
import { addSources } from "./feed-queue.ts";
import { type FleetQueue, type PageJob, QUEUES, type SourceJob, type WorkQueue } from "./queue.ts";
import { QUEUE_SCHEMA } from "./schema.data.ts";

/** A worker that has not been heard of for this long is shown as silent. */
const SILENT_MS = 30_000;
/** Dead jobs that are listed, or retried by one statement. */
const MAX_DEAD = 10_000;

/** A worker as it last reported itself. */
export interface WorkerReport {
  readonly name: string;
  readonly state: "working" | "draining" | "silent";
  readonly startedMs: number;
  readonly seenMs: number;
  /** Jobs that it works on, and those that it has done. */
  readonly open: number;
  readonly done: number;
}

/** How full a queue is. */
export interface QueueReport {
  readonly name: WorkQueue;
  /** Due now. */
  readonly waiting: number;
  /** To be tried again later. */
  readonly later: number;
  readonly active: number;
  /** How long the first of those that are due has waited. */
  readonly ageMs: number;
}

/** A job that failed for good. */
export interface DeadJob {
  readonly id: string;
  readonly queue: WorkQueue;
  readonly code: string;
  readonly message: string;
  /** The address of the page or the source. */
  readonly url: string;
  readonly atMs: number;
}

/** A fleet at one moment. */
export interface FleetReport {
  readonly workers: readonly WorkerReport[];
  readonly queues: readonly QueueReport[];
  /** Pages of the library that are due, those in the queue included, and since when. */
  readonly pages: { readonly due: number; readonly ageMs: number };
  /** Jobs that failed for good, by code. */
  readonly dead: Readonly<Record<string, number>>;
  /** Known hosts, and those that asked for a pause. */
  readonly hosts: { readonly known: number; readonly closed: number };
}

/** Collects the report of a fleet. */
export async function reportFleet(queue: FleetQueue, store: Store): Promise<FleetReport> {
  const nowMs = queue.now();
  const waiting = await store.countWaiting(nowMs);
  const [hosts] = await queue.sql<{ known: number; closed: number }>(
    `SELECT count(*)::int AS known,
       (count(*) FILTER (WHERE closed_until > clock_timestamp()))::int AS closed FROM ${QUEUE_SCHEMA}.fleet_hosts`,
  );
  return {
    workers: await listWorkers(queue),
    queues: await listQueues(queue),
    pages: { due: waiting.count, ageMs: waiting.sinceMs === null ? 0 : Math.max(0, nowMs - waiting.sinceMs) },
    dead: await countDead(queue),
    hosts: hosts ?? { known: 0, closed: 0 },
  };
}

interface WorkerRow {
  readonly name: string;
  readonly state: "working" | "draining";
  readonly started: number;
  readonly seen: number;
  readonly silent: number;
  readonly open: number;
  readonly done: number;
}

async function listWorkers(queue: FleetQueue): Promise<readonly WorkerReport[]> {
  const ms = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;
  const rows = await queue.sql<WorkerRow>(
    `SELECT name, state, ${ms("started_at")} AS started, ${ms("seen_at")} AS seen,
       ${ms("clock_timestamp() - seen_at")} AS silent, open, done::float8 AS done
     FROM ${QUEUE_SCHEMA}.fleet_workers ORDER BY started_at, run`,
  );
  return rows.map(({ name, state, started, seen, silent, open, done }) => ({
    name,
    state: silent > SILENT_MS ? "silent" : state,
    startedMs: started,
    seenMs: seen,
    open,
    done,
  }));
}

async function listQueues(queue: FleetQueue): Promise<readonly QueueReport[]> {
  const rows = await queue.sql<Omit<QueueReport, "ageMs" | "name"> & { name: string; age: number }>(
    `SELECT name, (count(*) FILTER (WHERE state < 'active' AND start_after <= now()))::int AS waiting,
       (count(*) FILTER (WHERE state < 'active' AND start_after > now()))::int AS later,
       (count(*) FILTER (WHERE state = 'active'))::int AS active,
       coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now())) * 1000, 0)::float8 AS age
     FROM ${QUEUE_SCHEMA}.job WHERE name = ANY($1) GROUP BY name`,
    [[QUEUES.sources, QUEUES.pages]],
  );
  return (["sources", "pages"] as const).map((name) => {
    const row = rows.find((each) => each.name === QUEUES[name]);
    return {
      name,
      waiting: row?.waiting ?? 0,
      later: row?.later ?? 0,
      active: row?.active ?? 0,
      ageMs: row?.age ?? 0,
    };
  });
}

interface DeadRow {
  readonly id: string;
  readonly source_name: string;
  readonly data: PageJob | SourceJob;
  readonly code: string;
  readonly message: string;
  readonly at: number;
}

/** The code and message of the worker; there are none where every worker died. */
const CODE = "coalesce(source_output->>'code', 'WORKER_FAILED')";
const MESSAGE =
  "CASE WHEN source_output->>'code' IS NOT NULL THEN source_output->>'message' ELSE 'Every worker that took it died or stopped.' END";

/** Jobs that failed for good, the latest first. */
export async function listDead(queue: FleetQueue): Promise<readonly DeadJob[]> {
  return (await readDead(queue, queue.now())).map(({ id, source_name, data, code, message, at }) => ({
    id,
    queue: source_name === QUEUES.sources ? "sources" : "pages",
    code,
    message,
    url: urlOf(data),
    atMs: at,
  }));
}

function readDead(queue: FleetQueue, untilMs: number, code?: string): Promise<readonly DeadRow[]> {
  return queue.sql<DeadRow>(
    `SELECT id::text AS id, source_name, data, ${CODE} AS code, ${MESSAGE} AS message,
       (extract(epoch FROM created_on) * 1000)::float8 AS at
     FROM ${QUEUE_SCHEMA}.job WHERE name = $1 AND state = 'created' AND ($3::text IS NULL OR ${CODE} = $3)
       AND created_on <= to_timestamp($4::float8 / 1000) ORDER BY created_on DESC, id LIMIT $2`,
    [QUEUES.dead, MAX_DEAD, code ?? null, untilMs],
  );
}

async function countDead(queue: FleetQueue): Promise<Readonly<Record<string, number>>> {
  const rows = await queue.sql<{ code: string; count: number }>(
    `SELECT ${CODE} AS code, count(*)::int AS count FROM ${QUEUE_SCHEMA}.job
     WHERE name = $1 AND state = 'created' GROUP BY 1 ORDER BY 2 DESC, 1`,
    [QUEUES.dead],
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}

function urlOf(data: PageJob | SourceJob): string {
  if ("url" in data) return data.url;
  return data.start.kind === "address" ? data.start.url : data.start.template;
}

/** Tries failed jobs again, all or those with a code; returns how many. */
export async function retryDead(queue: FleetQueue, store: Store, code?: string): Promise<number> {
  // Without those that fail again meanwhile.
  const untilMs = queue.now();
  for (let count = 0; ; ) {
    const wanted = await readDead(queue, untilMs, code);
    if (wanted.length === 0) return count;
    const pages = wanted.flatMap(({ data }) => ("url" in data ? [data.url] : []));
    // Made due first: if this process is killed before the jobs are dropped, they can be retried again.
    await store.makeDue(pages, queue.now());
    await addSources(
      queue,
      wanted.flatMap(({ data }) => ("url" in data ? [] : [data])),
    );
    await queue.forgetDead(wanted.map(({ id }) => id));
    count += wanted.length;
  }
}

/** Where metrics are served. */
export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
}

/** Serves the depth and age of the queues, the workers and the dead at `/metrics`, in the format of Prometheus. */
export async function serveMetrics(
  { host, port }: MetricsPlace,
  queue: FleetQueue,
  store: Store,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
    try {
      const { registry, text } = await readMetrics(queue, store);
      response.writeHead(200, { "content-type": registry.contentType }).end(text);
    } catch (error) {
      // Only the code, as messages may contain private data.
      response.writeHead(503).end(`${asNewsError(error).code}\n`);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "EADDRINUSE" ? "is in use" : `cannot be listened on (${cause.code})`;
    const message = `The port ${port} of ${host} ${why}; give another by --metrics.`;
    throw new NewsError("BAD_OPTION", message, { cause });
  });
  return server;
}

async function readMetrics(queue: FleetQueue, store: Store): Promise<{ registry: Registry; text: string }> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `galley_fleet_${name}`, help, labelNames, registers: [registry] });
  const report = await reportFleet(queue, store);
  const jobs = gauge("jobs", "Jobs of a queue by state.", ["queue", "state"]);
  const age = gauge("queue_age_seconds", "How long the first due job of a queue has waited.", ["queue"]);
  for (const { name, waiting, later, active, ageMs } of report.queues) {
    for (const [state, count] of Object.entries({ waiting, later, active }))
      jobs.set({ queue: name, state }, count);
    age.set({ queue: name }, ageMs / 1000);
  }
  gauge("due_pages", "Pages of the library that are due.").set(report.pages.due);
  gauge("due_pages_age_seconds", "How long the first due page has waited.").set(report.pages.ageMs / 1000);
  const workers = gauge("workers", "Workers by state.", ["state"]);
  for (const state of ["working", "draining", "silent"] as const)
    workers.set({ state }, report.workers.filter((worker) => worker.state === state).length);
  const dead = gauge("dead_jobs", "Jobs that failed for good, by code.", ["code"]);
  for (const [code, count] of Object.entries(report.dead)) dead.set({ code }, count);
  gauge("closed_hosts", "Hosts that asked to be left alone for now.").set(report.hosts.closed);
  return { registry, text: await registry.metrics() };
}
