import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { NewsError } from "../errors/index.ts";
import { makeApp } from "./app.ts";
import type { AppParts } from "./door.ts";

/** The host that every made-up request calls. */
export const HOST = "127.0.0.1:7420";

/** An app for one test; the pool answers with the task it was given, the network and the library are closed. */
export function testApp(parts: Partial<AppParts> = {}): FastifyInstance {
  const app = makeApp({
    pool: {
      open: 0,
      run: async ({ bytes, ...task }) => ({
        bytes: new TextEncoder().encode(JSON.stringify({ ...task, page: new TextDecoder().decode(bytes) })),
        format: task.how.format ?? "json",
      }),
    },
    fetchPage: async (url) => {
      throw new NewsError("CONNECT_FAILED", `No connection to ${url}.`);
    },
    openStore: async () => {
      throw new NewsError("NO_STORE", "There is no library.");
    },
    security: { allowedHosts: new Set(["127.0.0.1", "localhost", "[::1]"]) },
    version: "0.0.0",
    ...parts,
  });
  onTestFinished(() => app.close());
  return app;
}

/** The lines that an app logs. */
export function logOf(lines: string[]): { write(line: string): void } {
  return { write: (line) => void lines.push(line) };
}
