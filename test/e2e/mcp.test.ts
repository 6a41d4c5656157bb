import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { openStore } from "../../src/store/index.ts";
import { obtained } from "../contract/store-samples.ts";
import { galley, MAIN, newFolder } from "./galley.ts";
import { serveGalley } from "./server.ts";

async function connect(cwd: string, ...options: string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [MAIN, "mcp", ...options], cwd }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = (await client.callTool({ name, arguments: args })) as CallToolResult;
  return content.map((each) => (each.type === "text" ? each.text : "")).join("");
}

/** A story on 127.0.0.1, and its address. */
async function serveStory(): Promise<string> {
  const story =
    "<title>Quay</title><h1>Quay repaired</h1><p>The quay was repaired, the port said on Friday.</p>";
  const { origin } = await serve((request, answer) => {
    if (request.url === "/robots.txt") answer.writeHead(404).end();
    else answer.writeHead(200, { "content-type": "text/html" }).end(story);
  });
  return `${origin}/quay`;
}

test("an assistant finds and reads what was collected", async () => {
  const folder = newFolder();
  const client = await connect(folder);
  expect((await client.listTools()).tools).toHaveLength(4);
  expect(await textOf(client, "list_sources", {})).toMatch(/^NO_STORE: /);
  // The library may be made while the assistant runs.
  const store = await openStore(join(folder, "galley.db"), { mayCreate: true });
  await store.finish(obtained("https://news.example.org/quay"));
  await store.close();
  expect(await textOf(client, "search_articles", { query: "quay" })).toMatch(/^Title: "Quay repaired"\n/);
  expect(await textOf(client, "read_article", { url: "https://news.example.org/quay" })).toContain(
    "\n> The quay was repaired.",
  );
});

test("only public addresses are fetched, others where they are allowed", async () => {
  const url = await serveStory();
  const refused = await textOf(await connect(newFolder()), "extract_article", { url });
  expect(refused).toMatch(/^ADDRESS_REFUSED: /);
  const allowed = await connect(newFolder(), "--allow-private");
  expect(await textOf(allowed, "extract_article", { url })).toMatch(
    /^Title: "Quay repaired"\n(?:.*\n)*> The quay/,
  );
});

test("galley serve has the same tools over HTTP", async () => {
  const story = await serveStory();
  const { url } = await serveGalley(["--allow-private", "--quiet"]);
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url));
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools).toHaveLength(4);
  expect(await textOf(client, "extract_article", { url: story })).toMatch(/^Title: "Quay repaired"/);
  expect(await textOf(client, "search_articles", { query: "quay" })).toMatch(/^0 hits\./);
});

test("requests on standard input are all answered before the command ends, bad lines among them or not", async () => {
  const html = "<h1>Quay repaired</h1><p>The quay was repaired, the port said on Friday.</p>";
  const clientInfo = { name: "test", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "extract_article", arguments: { html } } },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const { status, stdout } = await galley(["mcp"], { input: `not JSON\n{"jsonrpc": "2.0"}\n${input}` });
  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2]);
});
