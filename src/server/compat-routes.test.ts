import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import type { FetchedPage } from "../fetch/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "./app.testing.ts";
import type { AppParts } from "./app-parts.ts";
import { joined, run } from "./extract-worker.ts";

const PAGE = readFileSync(new URL("../../examples/harbour.html", import.meta.url));
const STORY = "https://harbour-courier.example/local/ferry-returns-to-wexley";

/** An app with these routes enabled, an extractor in the calling thread, and one page on its network. */
function compatApp(fetched: string[] = [], parts: Partial<AppParts> = {}) {
  return testApp({
    isCompat: true,
    pool: {
      ...CLOSED_PARTS.pool,
      run: async (task) => {
        const answer = run({ inputs: [{ task, sites: undefined }], shared: { maxBytes: 1_000_000 } });
        return "bytes" in answer ? answer : expect.unreachable("the page has an article");
      },
    },
    fetchPage: async (url): Promise<FetchedPage> => {
      fetched.push(String(url));
      const rest = { redirects: [], status: 200, contentType: "text/html", charset: "utf-8", fetchedAt: "" };
      return { url: STORY, requestedUrl: String(url), bytes: PAGE, validators: {}, ...rest };
    },
    ...parts,
  });
}

const headers = { host: HOST };

describe("Mercury", () => {
  const mercury = {
    title: "Ferry returns to Wexley harbour after nine winters",
    content: expect.stringMatching(/^<p>/),
    author: "Marta Ellingsworth",
    date_published: "2026-03-12T07:30:00+00:00",
    lead_image_url: expect.stringContaining("https://"),
    dek: null,
    next_page_url: null,
    url: STORY,
    domain: "harbour-courier.example",
    excerpt: expect.stringContaining("donations"),
    word_count: expect.any(Number),
    direction: "ltr",
    total_pages: 1,
    rendered_pages: 1,
  };

  test("GET /parser?url= answers with its fields", async () => {
    const answer = await compatApp().inject({ url: `/parser?url=${encodeURIComponent(STORY)}`, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(mercury);
  });

  test("an address that a reader did not encode keeps its own parameters", async () => {
    const fetched: string[] = [];
    await compatApp(fetched).inject({ url: "/parser?url=https://n.example/story?id=7&page=2", headers });
    expect(fetched).toEqual(["https://n.example/story?id=7&page=2"]);
  });

  test("parameters of the route are not part of an address without parameters", async () => {
    const fetched: string[] = [];
    const url = "/parser?url=https://n.example/story&contentType=text";
    const answer = await compatApp(fetched).inject({ url, headers });
    expect(fetched).toEqual(["https://n.example/story"]);
    expect(answer.json().content).toMatch(/^A restored quay/);
  });

  test("the next part of an article that is spread over pages is named", async () => {
    const page = PAGE.toString("utf8").replace("</body>", '<a href="/storm-hits-coast?page=3">3</a></body>');
    const payload = { url: "https://n.example/storm-hits-coast?page=2", html: page };
    const answer = await compatApp().inject({ method: "POST", url: "/parse-html", payload, headers });
    expect(answer.json().next_page_url).toBe("https://n.example/storm-hits-coast?page=3");
  });

  test("POST /parser takes HTML in its options, and another content type", async () => {
    const payload = { url: STORY, options: { html: PAGE.toString("utf8"), contentType: "markdown" } };
    const fetched: string[] = [];
    const answer = await compatApp(fetched).inject({ method: "POST", url: "/parser", payload, headers });
    expect(answer.json()).toEqual({ ...mercury, content: expect.stringMatching(/^# Ferry returns/) });
    expect(fetched).toEqual([]);
  });

  test("POST /parse-html takes HTML beside its address", async () => {
    const payload = { url: STORY, html: PAGE.toString("utf8") };
    const answer = await compatApp().inject({ method: "POST", url: "/parse-html", payload, headers });
    expect(answer.json()).toEqual(mercury);
  });
});

test("the Readability server: POST / with an address", async () => {
  const payload = { url: "https://n.example/short" };
  const answer = await compatApp().inject({ method: "POST", url: "/", payload, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    url: "https://n.example/short",
    title: "Ferry returns to Wexley harbour after nine winters",
    byline: "Marta Ellingsworth",
    dir: "ltr",
    content: expect.stringMatching(/^<p>/),
    length: expect.any(Number),
    excerpt: expect.any(String),
    siteName: "The Harbour Courier",
    textContent: expect.stringContaining("\n\n"),
    lang: "en-GB",
    publishedTime: "2026-03-12T07:30:00+00:00",
  });
});

test("Full-Text RSS: GET /extract.php?url=", async () => {
  const answer = await compatApp().inject({ url: "/extract.php?url=https://n.example/short", headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    title: "Ferry returns to Wexley harbour after nine winters",
    excerpt: expect.any(String),
    date: "2026-03-12T07:30:00+00:00",
    author: "Marta Ellingsworth",
    language: "en-GB",
    url: "https://n.example/short",
    effective_url: STORY,
    domain: "harbour-courier.example",
    word_count: expect.any(Number),
    og_image: expect.stringContaining("https://"),
    content: expect.stringMatching(/^<p>/),
  });
});

describe("the routes of other services", () => {
  const requests = [
    { method: "GET", url: "/parser?url=http://127.0.0.1/" },
    { method: "POST", url: "/parser", payload: { url: "http://127.0.0.1/" } },
    { method: "POST", url: "/", payload: { url: "http://127.0.0.1/" } },
    { method: "GET", url: "/extract.php?url=http://127.0.0.1/" },
  ] as const;

  test("are disabled by default", async () => {
    const app = compatApp([], { isCompat: false });
    for (const request of [
      ...requests,
      { method: "POST", url: "/parse-html", payload: { html: "x" } } as const,
    ])
      expect((await app.inject({ ...request, headers })).statusCode).toBeOneOf([404, 405]);
    const answer = await app.inject({ ...requests[0], headers });
    expect(answer.json().error.message).toContain("galley serve --compat");
  });

  test("keep the guard", async () => {
    const app = compatApp([], {
      fetchPage: async () => {
        throw new NewsError("ADDRESS_REFUSED", "The address is not on the public internet.");
      },
    });
    for (const request of requests) {
      const answer = await app.inject({ ...request, headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, "ADDRESS_REFUSED"]);
    }
  });

  test("hand bodies with pages to a worker unread, and parse short ones alone", async () => {
    const tasks: unknown[] = [];
    const pool = { ...CLOSED_PARTS.pool };
    pool.run = async ({ kind, bytes }) => {
      tasks.push([kind, joined(bytes).length]);
      return { bytes: new TextEncoder().encode("{}"), format: "json" };
    };
    const app = compatApp([], { pool });
    const long = JSON.stringify({ options: { html: "x".repeat(5_000_000) } });
    const broken = `{"html": ${"y".repeat(100)}`;
    for (const payload of [long, broken]) {
      const request = { method: "POST", url: "/parser", payload } as const;
      const answer = await app.inject({
        ...request,
        headers: { ...headers, "content-type": "application/json" },
      });
      expect(answer.statusCode).toBe(200);
    }
    expect(tasks).toEqual([
      ["json", long.length],
      ["json", broken.length],
    ]);
    const answer = await app.inject({
      method: "POST",
      url: "/",
      payload: { url: "x".repeat(70_000) },
      headers,
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, "INPUT_TOO_LARGE"]);
  });

  test("read no body that a full queue would refuse", async () => {
    const pool = {
      ...CLOSED_PARTS.pool,
      refuseIfFull: () => {
        throw new NewsError("OVERLOADED", "Full.");
      },
    };
    const app = compatApp([], { pool });
    for (const request of requests)
      expect((await app.inject({ ...request, headers })).statusCode, request.url).toBe(429);
  });

  test("keep the hosts", async () => {
    const answer = await compatApp().inject({ ...requests[0], headers: { host: "rebound.example" } });
    expect(answer.json().error.code).toBe("HOST_REFUSED");
  });

  test("say what is missing", async () => {
    const app = compatApp();
    for (const request of [
      { method: "GET", url: "/parser" },
      { method: "POST", url: "/parser", payload: { options: {} } },
      { method: "POST", url: "/parse-html", payload: {} },
      { method: "POST", url: "/parse-html" },
      { method: "POST", url: "/", payload: { html: "<p>The quay.</p>" } },
    ] as const)
      expect((await app.inject({ ...request, headers })).json().error.code).toBe("BAD_REQUEST");
  });
});
