import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { HOST, testApp } from "../app.testing.ts";
import type { AppParts } from "../app-parts.ts";
import { Studio, type StudioOptions } from "./studio.ts";

/** A temporary folder. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `galley-${name}-`));
}

/** A studio in an app, and a browser that it has let in. */
export interface TestStudio {
  readonly app: FastifyInstance;
  readonly studio: Studio;
  readonly home: string;
  /** Sends a request with the cookie; the answer's JSON, and its status. */
  readonly ask: <T = unknown>(method: Method, path: string, body?: object) => Promise<Answer<T>>;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
interface Answer<T> {
  readonly status: number;
  readonly json: T;
  /** The code of the failure. */
  readonly code: string | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A studio for one test. */
export async function testStudio(
  options: Partial<StudioOptions> = {},
  parts: Partial<AppParts> = {},
): Promise<TestStudio> {
  const home = options.home ?? makeFolder("studio");
  const closed = () => Promise.reject(new Error("closed"));
  const studio = new Studio({
    home,
    folders: [],
    now: () => Date.parse("2026-11-18T12:00:00Z"),
    version: "0.0.0",
    onTrade: () => undefined,
    fetchPage: closed,
    openStore: closed,
    ...options,
  });
  onTestFinished(() => studio.close());
  const app = testApp({ studio, ...parts });
  const headers = { host: HOST, "content-type": "application/json" };
  const traded = await app.inject({
    method: "POST",
    url: "/studio/api/session",
    headers,
    payload: { token: studio.sessions.token },
  });
  const cookie = String(traded.headers["set-cookie"]).split(";")[0]!;
  const ask = async <T>(method: Method, path: string, body?: object): Promise<Answer<T>> => {
    const url = path.startsWith("/studio") ? path : `/studio/api${path}`;
    const sent = body === undefined ? {} : { payload: body };
    const answer = await app.inject({ method, url, headers: { ...headers, cookie }, ...sent });
    const isJson = String(answer.headers["content-type"]).includes("json");
    const json = isJson ? answer.json() : {};
    const { statusCode: status, body: text, headers: given } = answer;
    return { status, json, code: json.error?.code, text, headers: given };
  };
  return { app, studio, home, ask };
}
