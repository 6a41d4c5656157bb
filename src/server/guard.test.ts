import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { makeAddressCheck, makePageFetcher, makeResourceFetcher } from "../fetch/index.ts";
import { serve, serveRaw } from "../fetch/loopback.testing.ts";
import { lookupInside, REFUSED_ADDRESSES as refusals } from "../fetch/refused-addresses.testing.ts";
import { FullFeeds } from "./api/feed-routes.ts";
import { CLOSED_PARTS, HOST, testApp } from "./app.testing.ts";
import { type AnnouncedList, run } from "./site-worker.ts";

const network = { ignoreRobots: true, connectTimeoutMs: 200, lookup: lookupInside };

/** What each route that takes an address answers for it. */
const ROUTES: Readonly<
  Record<
    string,
    (url: string, app: FastifyInstance) => Promise<{ readonly status: number; readonly code: string }>
  >
> = {
  "POST /extract": (url, app) => ask(app, { method: "POST", url: "/extract", payload: { url } }),
  "POST /extract?url=": (url, app) =>
    ask(app, {
      method: "POST",
      url: `/extract?url=${encodeURIComponent(url)}`,
      payload: "{}",
      headers: { "content-type": "application/json" },
    }),
  "POST /batch": async (url, app) => {
    const headers = { host: HOST, "content-type": "application/x-ndjson" };
    const answer = await app.inject({
      method: "POST",
      url: "/batch",
      headers,
      payload: Readable.from([`${JSON.stringify({ url })}\n`]),
    });
    return { status: answer.statusCode, code: JSON.parse(answer.body).error?.code };
  },
  "GET /feeds": (url, app) => ask(app, { method: "GET", url: `/feeds?url=${encodeURIComponent(url)}` }),
  "POST /mcp": async (url, app) => {
    const params = { name: "extract_article", arguments: { url } };
    const answer = await app.inject({
      method: "POST",
      url: "/mcp",
      headers: { host: HOST, accept: "application/json, text/event-stream" },
      payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    const text: string = answer.json().result.content[0].text;
    return { status: answer.statusCode, code: /^\w+(?=:)/.exec(text)?.[0] ?? text };
  },
  "GET /parser": (url, app) => ask(app, { method: "GET", url: `/parser?url=${encodeURIComponent(url)}` }),
  "GET /parser, not encoded": (url, app) => ask(app, { method: "GET", url: `/parser?url=${encodeURI(url)}` }),
  "POST /parser": (url, app) => ask(app, { method: "POST", url: "/parser", payload: { url } }),
  "POST /": (url, app) => ask(app, { method: "POST", url: "/", payload: { url } }),
  "GET /extract.php": (url, app) =>
    ask(app, { method: "GET", url: `/extract.php?url=${encodeURIComponent(url)}` }),
  "POST /sources": (url, app) => ask(app, { method: "POST", url: "/sources", payload: { url } }),
  "POST /collect": (url, app) => ask(app, { method: "POST", url: "/collect", payload: { sources: [url] } }),
};

/** Routes that answer 200 with what became of each address. */
const ANSWER_EACH: ReadonlySet<string> = new Set(["POST /batch", "POST /mcp"]);

function appWithGuard() {
  return testApp({
    isCompat: true,
    sites: { ...CLOSED_PARTS.sites, list: listInThisThread },
    fetchPage: makePageFetcher(network),
    fetchPolitely: makePageFetcher(network),
    checkAddress: makeAddressCheck(network),
    pool: {
      ...CLOSED_PARTS.pool,
      run: async () => expect.unreachable("nothing was to be fetched"),
      runLine: async (task) =>
        task.kind === "line"
          ? { address: { id: "1", url: JSON.parse(new TextDecoder().decode(task.bytes)).url } }
          : expect.unreachable("nothing was to be fetched"),
    },
  });
}

/** What the thread for lists does. */
async function listInThisThread(url: string, limit: number): Promise<AnnouncedList> {
  const answer = await run({ inputs: [{ kind: "list", url, limit }], shared: { store: "", network } });
  if ("list" in answer) return answer.list;
  throw "failure" in answer ? new NewsError(answer.failure.code, answer.failure.message) : answer;
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly payload?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(app: FastifyInstance, { headers = {}, ...request }: Asked) {
  const answer = await app.inject({ ...request, headers: { host: HOST, ...headers } });
  return { status: answer.statusCode, code: answer.json().error?.code };
}

describe("the guard", () => {
  test("is tried with more than 60 addresses", () => expect(new Set(refusals).size).toBeGreaterThan(60));

  test.each(Object.keys(ROUTES))("refuses all of them at %s, with a code", async (route) => {
    const wrong: unknown[] = [];
    const app = appWithGuard();
    for (const url of [...refusals, "file:///etc/passwd", "data:text/html,x"]) {
      const { status, code } = await ROUTES[route]!(url, app);
      const isRefused = ANSWER_EACH.has(route) ? status === 200 : status === 403 || status === 400;
      if (!isRefused || !["ADDRESS_REFUSED", "BAD_URL"].includes(code)) wrong.push([url, status, code]);
    }
    expect(wrong).toEqual([]);
  });

  test("refuses all of them as the target of a redirect, and what is no address of a page", async () => {
    let to = "";
    const site = createServer((_, response) =>
      response.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end(),
    );
    await new Promise<void>((done) => site.listen(0, "127.0.0.9", done));
    onTestFinished(() => void site.close());
    const origin = `http://127.0.0.9:${(site.address() as AddressInfo).port}`;
    const app = testApp({ fetchPage: makePageFetcher({ ...network, allow: ["127.0.0.9"] }) });
    for (to of [
      ...refusals,
      "file:///etc/passwd",
      "gopher://127.0.0.1/",
      "data:text/html,<p>x",
      "//10.0.0.1",
    ]) {
      const payload = { url: origin };
      const answer = await app.inject({ method: "POST", url: "/extract", headers: { host: HOST }, payload });
      expect(answer.statusCode, to).toBeLessThan(500);
      expect(["ADDRESS_REFUSED", "BAD_URL"], to).toContain(answer.json().error.code);
    }
  });

  test("refuses all of them through a proxy, which hears of none", async () => {
    const proxy = await serveRaw((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    const fetchPage = makePageFetcher({ ...network, proxy: proxy.origin, trustProxy: true });
    const app = testApp({ fetchPage });
    const ask = async (url: string) =>
      (
        await app.inject({ method: "POST", url: "/extract", headers: { host: HOST }, payload: { url } })
      ).json();
    for (const url of refusals)
      expect(["ADDRESS_REFUSED", "BAD_URL"], url).toContain((await ask(url)).error.code);
    expect(proxy.accepted()).toBe(0);
    await ask("http://93.184.216.34/");
    expect(proxy.accepted()).toBe(1);
  });

  test("refuses all of them as what a rendered page loads", async () => {
    const fetchResource = makeResourceFetcher(network);
    const { signal } = new AbortController();
    for (const url of refusals)
      await expect(fetchResource(url, signal), url).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  });

  test("connects to the address that it checked, though the name is looked up as another one later", async () => {
    const outside = await serve((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>outside"),
    );
    let lookups = 0;
    const fetchPage = makePageFetcher({
      ignoreRobots: true,
      allow: ["127.0.0.1"],
      lookup: async () => [lookups++ === 0 ? "127.0.0.1" : "127.0.0.2"],
    });
    const app = testApp({ fetchPage });
    const payload = { url: `http://rebound.example:${outside.port}/` };
    for (let at = 0; at < 3; at++)
      expect(
        (await app.inject({ method: "POST", url: "/extract", headers: { host: HOST }, payload })).statusCode,
      ).toBe(200);
    expect(outside.accepted()).toBe(3);
    expect(lookups).toBe(1);
  });

  test("entries of a feed are fetched behind it too", async () => {
    const feeds = new FullFeeds({
      list: async () => ({
        title: "Tide",
        entries: refusals.map((url) => ({ url, title: "Ebb", published: undefined })),
      }),
      fetchPage: makePageFetcher(network),
      pool: { run: async () => expect.unreachable("nothing was to be fetched") },
      now: () => 0,
    });
    const rss = await feeds.make("https://news.example/feed");
    expect(rss.match(/could not be read: (?:ADDRESS_REFUSED|BAD_URL)/g)).toHaveLength(refusals.length);
  });
});
