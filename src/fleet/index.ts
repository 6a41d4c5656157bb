export { addSources } from "./feed-queue.ts";
export { FleetQueue, type SourceJob } from "./queue.ts";
export { type DeadJob, type FleetReport, listDead, reportFleet, retryDead, serveMetrics } from "./report.ts";
export { type SetupOptions, setupFleet } from "./setup.ts";
export { runWorker, type WorkerEvent, type WorkerSummary } from "./worker.ts";
