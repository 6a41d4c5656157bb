import { createServer, type Server } from "node:http";
import { Gauge, Registry } from "prom-client";
import { asNewsError, NewsError } from "../errors/index.ts";
import type { Store } from "../store/index.ts";
import type { FleetQueue } from "./queue.ts";
import { reportFleet } from "./report.ts";

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
      // The code alone: messages may name what is nobody's business.
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
