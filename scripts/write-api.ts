/** `npm run api`: writes the typed client and docs/api.md from the schemas of the server's routes. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NewsError } from "../src/errors/index.ts";
import type { ApiDescription } from "../src/server/api/describe.ts";
import { makeApp } from "../src/server/app.ts";
import { clientCode } from "./api/client-code.ts";
import { apiDocument } from "./api/document.ts";

const ROOT = join(import.meta.dirname, "..");

/** The files that are made from the description, by path. */
export async function apiFiles(): Promise<ReadonlyMap<string, string>> {
  const api = await describeServer();
  return new Map([
    ["src/client/index.ts", formatted(clientCode(api))],
    ["docs/api.md", apiDocument(api)],
  ]);
}

/** The description of a server that does nothing else. */
export async function describeServer(): Promise<ApiDescription> {
  const refuse = (): never => {
    throw new NewsError("INTERNAL", "This server is only described.");
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const app = makeApp({
    pool: { open: 0, run: refuse, runLine: refuse, refuseIfFull: refuse },
    fetchPage: refuse,
    fetchPolitely: refuse,
    checkAddress: refuse,
    openStore: refuse,
    sites: {
      list: refuse,
      startCollecting: refuse,
      addPage: refuse,
      renderOriginal: refuse,
      get state() {
        return refuse();
      },
    },
    security: { allowedHosts: new Set(["localhost"]) },
    now: () => 0,
    version,
  });
  const { body } = await app.inject({ url: "/openapi.json", headers: { host: "localhost" } });
  await app.close();
  return JSON.parse(body);
}

function formatted(code: string): string {
  const { stdout, stderr, status } = spawnSync(
    "npx",
    ["biome", "check", "--write", "--stdin-file-path=src/client/index.ts"],
    {
      cwd: ROOT,
      input: code,
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

if (import.meta.main) for (const [path, text] of await apiFiles()) writeFileSync(join(ROOT, path), text);
