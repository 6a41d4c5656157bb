import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { obtained } from "../../../test/contract/store-samples.ts";
import { openStore } from "../../store/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "../app.testing.ts";
import type { AppParts } from "../app-parts.ts";
import { run } from "../extract-worker.ts";
import type { KeyRing } from "../keys.ts";

const pool: AppParts["pool"] = {
  ...CLOSED_PARTS.pool,
  run: async (task) => {
    const answer = run({ inputs: [{ task, sites: undefined }], shared: { maxBytes: 1_000_000 } });
    return "bytes" in answer ? answer : expect.unreachable("the page has an article");
  },
};

/** Keys that are as long as their scopes. */
const keys = {
  find: (key: string) =>
    key === "all" || key === "reads"
      ? { name: key, scopes: key === "all" ? ["extract", "read"] : ["read"], ratePerMinute: null }
      : undefined,
} as unknown as KeyRing;

async function listen(parts: Partial<AppParts> = {}): Promise<URL> {
  const app = testApp({ pool, ...parts });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`);
}

async function connect(url: URL, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  onTestFinished(() => client.close());
  return client;
}

async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
  return content.map((each) => (each.type === "text" ? each.text : "")).join("");
}

test("an assistant lists the tools, extracts, searches and reads over HTTP", async () => {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  await store.finish(obtained("https://news.example.org/quay"));
  const client = await connect(await listen({ openStore: async () => store }));
  expect((await client.listTools()).tools).toHaveLength(4);
  expect(await textOf(client, "extract_article", { html: "The quay." })).toMatch(
    /^Title: .*(?:\n.*)*\n> The quay\.$/,
  );
  expect(await textOf(client, "search_articles", { query: "quay" })).toMatch(/^Title: "Quay repaired"/);
  expect(await textOf(client, "read_article", { id: 1 })).toContain("\n> The quay was repaired.");
});

test("a key with both scopes is needed where there are keys", async () => {
  const security = { allowedHosts: new Set(["127.0.0.1"]), keys };
  const url = await listen({ security });
  await expect(connect(url)).rejects.toThrow(/401|KEY_REQUIRED/);
  await expect(connect(url, { authorization: "Bearer reads" })).rejects.toThrow(/403|SCOPE_MISSING/);
  const client = await connect(url, { authorization: "Bearer all" });
  expect((await client.listTools()).tools).toHaveLength(4);
});

const request = (headers: Record<string, string>) => ({
  method: "POST" as const,
  url: "/mcp",
  headers: { accept: "application/json, text/event-stream", ...headers },
  payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
});

test("a page at a rebound name or another origin is refused", async () => {
  const app = testApp();
  const rebound = await app.inject(request({ host: "rebound.example" }));
  expect([rebound.statusCode, rebound.json().error.code]).toEqual([403, "HOST_REFUSED"]);
  const foreign = await app.inject(request({ host: HOST, origin: "https://evil.example" }));
  expect([foreign.statusCode, foreign.json().error.code]).toEqual([403, "ORIGIN_REFUSED"]);
  expect((await app.inject(request({ host: HOST }))).statusCode).toBe(200);
});

test("there are no streams to hold open, and no sessions to end", async () => {
  const app = testApp();
  for (const method of ["GET", "DELETE"] as const) {
    const answer = await app.inject({ method, url: "/mcp", headers: { host: HOST } });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
    expect(answer.json().error.code).toBe("METHOD_REFUSED");
  }
});

test("what is no message is refused", async () => {
  const answer = await testApp().inject({ ...request({ host: HOST }), payload: { hello: 1 } });
  expect(answer.statusCode).toBe(400);
});

test("a list of messages is refused, as it would count as one request", async () => {
  const one = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await testApp().inject({ ...request({ host: HOST }), payload: [one, one] });
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, "BAD_REQUEST"]);
});

test("a page of 5 MB is refused: it goes to /extract, which parses in another thread", async () => {
  const params = { name: "extract_article", arguments: { html: "x".repeat(5_000_000) } };
  const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const answer = await testApp().inject({ ...request({ host: HOST }), payload });
  expect([answer.statusCode, answer.json().error.code]).toEqual([413, "INPUT_TOO_LARGE"]);
});
