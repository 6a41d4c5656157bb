import { expect, onTestFinished, test } from "vitest";
import { obtained, START_MS } from "../../test/contract/store-samples.ts";
import { post } from "../fetch/index.ts";
import { serve } from "../fetch/loopback.testing.ts";
import { openStore, type Store } from "../store/index.ts";
import { runWatches, signatureOf } from "./watch.ts";

interface Call {
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

async function receive(status: () => number): Promise<{ readonly url: string; readonly calls: Call[] }> {
  const calls: Call[] = [];
  const { origin } = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
    response.writeHead(status(), { location: "http://127.0.0.1:1/" }).end();
  });
  return { url: `${origin}/hook`, calls };
}

async function open(): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  return store;
}

const store = async (name: string, into: Store) =>
  into.finish(obtained(`https://example.org/${name}`, { title: `Quay ${name}` }));

const optionsOf = (library: Store, feeds: Map<string, string> = new Map()) => ({
  store: library,
  send: (url: string, message: Parameters<typeof post>[1]) =>
    post(url, message, { allow: ["127.0.0.1"], timeoutMs: 5000 }),
  writeFeed: async (path: string, xml: string) => void feeds.set(path, xml),
  readSecret: () => "tide",
  now: () => START_MS,
});

test("a webhook gets only new hits, signed, once each, and again after a failure", async () => {
  const library = await open();
  const statuses = [200, 500, 302, 200];
  const { url, calls } = await receive(() => statuses.shift() ?? 200);
  await store("old", library);
  await library.putSearch({ name: "ports", query: "quay", savedMs: 1 });
  await library.putWatch({ name: "ports", feed: null, webhook: url, secretFile: "secret", afterId: 1 });
  const options = optionsOf(library);
  expect(await runWatches(options)).toMatchObject([{ hits: 0 }]);
  for (const name of ["a", "b"]) await store(name, library);
  expect(await runWatches(options)).toMatchObject([{ hits: 2, failure: undefined }]);
  const [{ body, headers }] = calls as [Call];
  expect(JSON.parse(body).hits.map(({ title }: { title: string }) => title)).toEqual(["Quay a", "Quay b"]);
  expect(headers["x-galley-signature"]).toBe(signatureOf("tide", String(headers["x-galley-time"]), body));
  await store("c", library);
  // A redirect is not followed: it would send the hits to an address that nobody gave.
  for (const code of ["HTTP_STATUS", "HTTP_REFUSED"]) {
    expect(await runWatches(options)).toMatchObject([{ hits: 1, failure: { code } }]);
    expect((await library.listWatches())[0]?.failure).toMatch(code);
  }
  expect(await runWatches(options)).toMatchObject([{ hits: 1, failure: undefined }]);
  expect(await runWatches(options)).toMatchObject([{ hits: 0 }]);
  expect(calls).toHaveLength(4);
  expect((await library.listWatches())[0]).toMatchObject({ afterId: 4, failure: null });
});

test("a webhook on a private address is refused by the guard", async () => {
  const { url, calls } = await receive(() => 200);
  await expect(post(url, { body: "", headers: {} })).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
  expect(calls).toEqual([]);
});

test("a feed is written when there are new hits, with those before", async () => {
  const library = await open();
  const feeds = new Map<string, string>();
  await library.putSearch({ name: "ports", query: "quay", savedMs: 1 });
  await library.putWatch({ name: "ports", feed: "out.xml", webhook: null, secretFile: null, afterId: 0 });
  const options = optionsOf(library, feeds);
  await runWatches(options);
  expect(feeds.size).toBe(0);
  for (const name of ["a", "b"]) {
    await store(name, library);
    await runWatches(options);
  }
  expect(feeds.get("out.xml")?.match(/<title>[^<]*/g)).toEqual([
    "<title>ports",
    "<title>Quay b",
    "<title>Quay a",
  ]);
});

test("a removed article leaves the feed with the next run", async () => {
  const library = await open();
  const feeds = new Map<string, string>();
  await library.putSearch({ name: "ports", query: "quay", savedMs: 1 });
  await library.putWatch({ name: "ports", feed: "out.xml", webhook: null, secretFile: null, afterId: 0 });
  const { articleId } = await store("a", library);
  await runWatches(optionsOf(library, feeds));
  expect(feeds.get("out.xml")).toContain("Quay a");
  await library.removeArticles([articleId ?? 0], START_MS);
  await runWatches(optionsOf(library, feeds));
  expect(feeds.get("out.xml")).not.toContain("Quay a");
});
