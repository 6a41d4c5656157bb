import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { NewsError } from "../errors/index.ts";
import { makeApp } from "./app.ts";
import type { AppParts } from "./app-parts.ts";
import { joined } from "./extract-worker.ts";

/** The host that every made-up request calls. */
export const HOST = "127.0.0.1:7420";

const IDLE = { isRunning: false, startedMs: null, endedMs: null, summary: null, failure: null };

/** Parts of an app whose pool answers with the task it was given; the network and the library are closed. */
export const CLOSED_PARTS: AppParts = {
  pool: {
    open: 0,
    refuseIfFull: () => undefined,
    runLine: async ({ bytes }) => ({ bytes: joined(bytes), format: "json" }),
    run: async ({ bytes, ...task }) => ({
      bytes: new TextEncoder().encode(
        JSON.stringify({ ...task, page: new TextDecoder().decode(joined(bytes)) }),
      ),
      format: task.how.format ?? "json",
    }),
  },
  fetchPage: async (url) => {
    throw new NewsError("CONNECT_FAILED", `No connection to ${url}.`);
  },
  fetchPolitely: async (url) => {
    throw new NewsError("CONNECT_FAILED", `No connection to ${url}.`);
  },
  checkAddress: async () => undefined,
  openStore: async () => {
    throw new NewsError("NO_STORE", "There is no library.");
  },
  sites: {
    list: async () => ({ title: null, entries: [] }),
    state: IDLE,
    startCollecting: () => ({ ...IDLE, isRunning: true }),
    addPage: async () => {
      throw new NewsError("NO_STORE", "There is no library.");
    },
    renderOriginal: async () => {
      throw new NewsError("NO_BROWSER", "There is no browser.");
    },
  },
  now: () => Date.parse("2026-11-17T12:00:00Z"),
  security: { allowedHosts: new Set(["127.0.0.1", "localhost", "[::1]"]) },
  version: "0.0.0",
};

/** An app for one test, with closed parts where it is given no others. */
export function testApp(parts: Partial<AppParts> = {}): FastifyInstance {
  const app = makeApp({ ...CLOSED_PARTS, ...parts });
  onTestFinished(() => app.close());
  return app;
}

/** The lines that an app logs. */
export function logOf(lines: string[]): { write(line: string): void } {
  return { write: (line) => void lines.push(line) };
}
