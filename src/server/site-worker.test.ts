import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../test/postgres.ts";
import { serve } from "../fetch/loopback.testing.ts";
import { setupFleet } from "../fleet/index.ts";
import { openStore } from "../store/index.ts";
import { run } from "./site-worker.ts";

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a run without addresses searches again for the keywords of known searches", async () => {
  const asked: string[] = [];
  const { origin } = await serve((request, response) => {
    asked.push(request.url!);
    response.writeHead(200, { "content-type": "application/rss+xml" });
    response.end(
      request.url === "/robots.txt" ? "" : '<rss version="2.0"><channel><title>Found</title></channel></rss>',
    );
  });
  const place = join(ownFolder(), "galley.db");
  const store = await openStore(place, { mayCreate: true });
  const [id, url] = [`${origin}/find?q=crane`, `${origin}/find?q={keyword}`];
  await store.putSource({ id, kind: "search", url, title: null, topic: "crane", concept: null }, 0);
  await store.close();
  const shared = { store: place, network: { allowPrivate: true }, delayMs: 0 };
  const answer = await run({ inputs: [{ kind: "collect", addresses: [] }], shared });
  expect(answer).toMatchObject({ summary: { sources: [{ id, kind: "search", failure: undefined }] } });
  expect(asked).toContain("/find?q=crane");
  expect(asked.join()).not.toContain("%7B");
});

const STORY =
  "<p>The ferry leaves at eight, as it has done every day since the harbour was built.</p>".repeat(4);

test("a run sends the headers that its sources need, and reports to watched searches", async () => {
  const cookies = new Map<string, string | undefined>();
  const { origin } = await serve((request, response) => {
    cookies.set(request.url!, request.headers.cookie);
    const isFeed = request.url === "/feed";
    response.writeHead(200, { "content-type": isFeed ? "application/rss+xml" : "text/html" });
    if (request.url === "/robots.txt") return response.end();
    if (!isFeed) return response.end(`<title>The ferry</title><article><h1>The ferry</h1>${STORY}</article>`);
    const item = `<item><title>The ferry</title><link>${origin}/story</link></item>`;
    response.end(`<rss version="2.0"><channel><title>Port</title>${item}</channel></rss>`);
  });
  const folder = ownFolder();
  const [place, feed, headers] = ["galley.db", "ferry.xml", "headers.json"].map((name) => join(folder, name));
  writeFileSync(headers!, JSON.stringify({ [origin]: { cookie: "reader=7" } }), { mode: 0o600 });
  const store = await openStore(place!, { mayCreate: true });
  const id = `${origin}/feed`;
  await store.putSource({ id, kind: "feed", url: id, title: null, topic: null, concept: null }, 0);
  await store.setHeaders(id, headers!);
  await store.putSearch({ name: "ferry", query: "ferry", savedMs: 0 });
  await store.putWatch({ name: "ferry", feed: feed!, webhook: null, secretFile: null, afterId: 0 });
  await store.close();
  const shared = { store: place!, network: { allowPrivate: true }, delayMs: 0 };
  const answer = await run({ inputs: [{ kind: "collect", addresses: [] }], shared });
  expect(answer).toMatchObject({ summary: { outcomes: { stored: 1 } } });
  expect(cookies.get("/feed")).toBe("reader=7");
  expect(cookies.get("/story")).toBe("reader=7");
  expect(readFileSync(feed!, "utf8")).toContain("The ferry");
  rmSync(headers!);
  const again = await run({ inputs: [{ kind: "collect", addresses: [] }], shared });
  expect(again).toMatchObject({ summary: { sources: [{ id, failure: { code: "FILE_NOT_FOUND" } }] } });
});

test("a run is left to the fleet of a library, which alone keeps the pace of hosts", async (context) => {
  const server = await startPostgres();
  if (server === undefined) return context.skip("needs a PostgreSQL for this platform");
  onTestFinished(() => server.stop());
  const address = await server.emptyDatabase();
  await setupFleet(address);
  const { origin, accepted } = await serve((_, response) => response.end());
  const shared = { store: address, network: { allowPrivate: true } };
  const task = { kind: "collect", addresses: [`${origin}/feed`] } as const;
  expect(await run({ inputs: [task], shared })).toEqual({ queued: 1 });
  expect(accepted()).toBe(0);
  // The same source is in the queue once.
  expect(await run({ inputs: [task], shared })).toEqual({ queued: 0 });
});
