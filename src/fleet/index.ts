export { addSources } from "./feed-queue.ts";
export { FleetQueue, type SetupOptions, type SourceJob, setupFleet } from "./queue.ts";
export { type DeadJob, type FleetReport, listDead, reportFleet, retryDead, serveMetrics } from "./report.ts";
export { runWorker, type WorkerEvent, type WorkerSummary } from "./worker.ts";
