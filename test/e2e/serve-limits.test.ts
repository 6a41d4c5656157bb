import { once } from "node:events";
import { type ClientRequest, type RequestOptions, request, type ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { serveGalley } from "./server.ts";

const STORY = "<title>Quay repaired</title><p>The quay was repaired, the port said on Friday.</p>";
const HTML = { "content-type": "text/html" };

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

async function post(url: string, body: string, type = "text/html"): Promise<Answer> {
  const answer = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
  const { error } = (await answer.json()) as { readonly error?: { readonly code: string } };
  return { status: answer.status, code: error?.code, retryAfter: answer.headers.get("retry-after") };
}

const postAddress = (url: string, address: string) =>
  post(`${url}/extract`, JSON.stringify({ url: address }), "application/json");

/** Waits until a server has a number of pages open. */
async function untilOpen(url: string, count: number): Promise<void> {
  await expect
    .poll(async () => ((await (await fetch(`${url}/health`)).json()) as { open: number }).open, {
      interval: 5,
      timeout: 20_000,
    })
    .toBe(count);
}

/** A site that answers only when a test makes it. */
async function slowSite() {
  const waiting: ServerResponse[] = [];
  const { origin } = await serve((asked, response) => {
    if (asked.url === "/robots.txt") response.writeHead(404).end();
    else waiting.push(response);
  });
  return {
    address: `${origin}/story`,
    waiting,
    answerAll: () => {
      for (const response of waiting) response.writeHead(200, HTML).end(STORY);
    },
  };
}

/** A request whose body goes on. */
function openRequest(url: string, options: RequestOptions): ClientRequest {
  const sent = request(url, { method: "POST", ...options });
  sent.on("error", () => undefined);
  onTestFinished(() => void sent.destroy());
  return sent;
}

describe("what a server takes at once", () => {
  test("is so many pages; the next one gets 429 until they are done", async () => {
    const { url } = await serveGalley(["--workers", "1", "--max-open", "2"]);
    const long = `<title>Long</title>${"<p>The quay was repaired, the port said on Friday.</p>".repeat(60_000)}`;
    const accepted = [post(`${url}/extract`, long), post(`${url}/extract`, long)];
    await untilOpen(url, 2);
    expect(await post(`${url}/extract`, STORY)).toEqual({ status: 429, code: "OVERLOADED", retryAfter: "1" });
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post(`${url}/extract`, STORY)).status).toBe(200);
  });

  test("is 64 pages that are fetched; the next one gets 429, and the 64 their article", async () => {
    const site = await slowSite();
    const { url } = await serveGalley(["--allow-private", "--max-open", "100"]);
    const accepted = Array.from({ length: 64 }, (_, at) => postAddress(url, `${site.address}/${at}`));
    await expect.poll(() => site.waiting.length, { interval: 5, timeout: 20_000 }).toBe(64);
    expect(await postAddress(url, site.address)).toEqual({
      status: 429,
      code: "OVERLOADED",
      retryAfter: "5",
    });
    site.answerAll();
    expect(new Set((await Promise.all(accepted)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("is 8 batches, whose places are free again when their clients leave", async () => {
    const { url } = await serveGalley();
    const headers = { "content-type": "application/x-ndjson" };
    const batches = Array.from({ length: 8 }, () => openRequest(`${url}/batch`, { headers }));
    for (const batch of batches) {
      batch.write(`${JSON.stringify({ id: "one", html: STORY })}\n`);
      await once(batch, "response");
    }
    const ask = () => post(`${url}/batch`, JSON.stringify({ html: STORY }), "application/x-ndjson");
    expect(await ask()).toEqual({ status: 429, code: "OVERLOADED", retryAfter: "5" });
    batches[0]?.destroy();
    await expect.poll(async () => (await ask()).status, { interval: 5, timeout: 20_000 }).toBe(200);
  });
});
