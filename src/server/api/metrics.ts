import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ExtractionPool } from "../extraction-pool.ts";
import type { RequestEnd } from "../request-end.ts";

/** From a cached answer to a page that is fetched, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts of the requests of an app. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a request by route, status and code. */
  readonly note: RequestEnd;
}

/** Counts the requests of an app. */
export function addMetrics(app: FastifyInstance, pool: Pick<ExtractionPool, "open">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "galley_requests_total",
    help: "Requests by route, status and failure code.",
    labelNames: ["route", "method", "status", "code"] as const,
    registers,
  });
  const seconds = new Histogram({
    name: "galley_request_seconds",
    help: "Time from the head of a request to the end of its answer.",
    labelNames: ["route"] as const,
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: "galley_open_pages",
    help: "Pages that are extracted or wait.",
    registers,
    collect() {
      this.set(pool.open);
    },
  });
  const note: RequestEnd = ({ routeOptions, failure, method }, reply, status) => {
    // Unknown addresses have no route; each would become a series of its own.
    const route = routeOptions.url ?? "none";
    requests.inc({ route, method, status, code: failure ?? "" });
    seconds.observe({ route }, reply.elapsedTime / 1000);
  };
  app.addHook("onClose", async () => registry.clear());
  return { registry, note };
}
