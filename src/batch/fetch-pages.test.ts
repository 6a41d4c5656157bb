import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import type { RawPage, ReceivedPage, UnfetchedPage } from "../archive/index.ts";
import { serve, stillClock } from "../fetch/loopback.testing.ts";
import { type FetchPagesOptions, fetchPages } from "./fetch-pages.ts";
import type { ReadyPage } from "./page-line.ts";

const here = (): FetchPagesOptions & { readonly clock: ReturnType<typeof stillClock> } => ({
  allow: ["127.0.0.1"],
  clock: stillClock(),
});

const address = (url: string): UnfetchedPage => ({ kind: "address", id: url, url });

async function* from<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function fetchAll(
  pages: readonly (RawPage | UnfetchedPage)[],
  options: FetchPagesOptions = here(),
): Promise<string[]> {
  const outcomes: string[] = [];
  for await (const page of fetchPages(from(pages), options)) outcomes.push(outcomeOf(page));
  return outcomes;
}

function outcomeOf(page: ReadyPage): string {
  const path = page.id.replace(/^http:\/\/[^/]+/, "");
  return `${path} ${page.kind === "broken" ? page.code : page.kind}`;
}

/** A site whose pages say their path; `seen` lists what was asked for. */
async function site(answer: RequestListener = (_, response) => response.end("<p>A page")) {
  const seen: string[] = [];
  const server = await serve((request, response) => {
    seen.push(request.url ?? "");
    if (request.url === "/robots.txt") {
      response.end("User-agent: *\nDisallow: /private/\n");
      return;
    }
    response.setHeader("content-type", "text/html; charset=iso-8859-1");
    answer(request, response);
  });
  return { ...server, seen };
}

describe("fetchPages", () => {
  test("asks each host a delay apart, and gives pages in their order whatever comes first", async () => {
    let releaseFirst = () => {};
    const a = await site(({ url }, response) => {
      if (url === "/slow") releaseFirst = () => response.end("<p>Late");
      else response.end("<p>A page");
    });
    const b = await site(({ url }, response) => {
      if (url === "/2") releaseFirst();
      response.end("<p>A page");
    });
    const options = here();
    const pages = [
      address(`${a.origin}/slow`),
      address(`${b.origin}/1`),
      { kind: "file", id: "saved", path: "saved.html" } as const,
      address(`${b.origin}/2`),
      address(`${a.origin}/3`),
    ];
    expect(await fetchAll(pages, options)).toEqual([
      "/slow received",
      "/1 received",
      "saved file",
      "/2 received",
      "/3 received",
    ]);
    expect([a.seen, b.seen]).toEqual([
      ["/robots.txt", "/slow", "/3"],
      ["/robots.txt", "/1", "/2"],
    ]);
    expect(options.clock.slept.filter((ms) => ms === 1000).length).toBeGreaterThan(0);
    expect(Math.max(...options.clock.slept)).toBe(1000);
  });

  test("hands on what the server and the line say of a page, and where it was found", async () => {
    const { origin } = await site(({ url }, response) => {
      if (url === "/old") response.writeHead(301, { location: "/new" });
      response.end("<p>Caf\u00e9");
    });
    const page = { ...address(`${origin}/old`), id: "ferry", collectedTitle: "Ferry", encoding: "utf-8" };
    for await (const received of fetchPages(from([page]), here())) {
      expect(received).toMatchObject({
        kind: "received",
        id: "ferry",
        url: `${origin}/new`,
        charset: "iso-8859-1",
        collectedTitle: "Ferry",
        encoding: "utf-8",
      });
    }
  });

  test("makes a failure of its own of every page that cannot be fetched", async () => {
    const { origin } = await site(({ url }, response) => {
      if (url === "/hangs") return;
      if (url === "/inward") response.writeHead(302, { location: "http://10.0.0.1/" });
      else if (url === "/busy") response.writeHead(500);
      else if (url === "/gone") response.writeHead(404);
      response.end("<p>A page");
    });
    const paths = ["/gone", "/busy", "/private/a", "/hangs", "/inward", "/good"];
    const pages = [...paths.map((path) => origin + path), "http://[", "http://127.0.0.2/"].map(address);
    expect(await fetchAll(pages, { ...here(), timeoutMs: 1000 })).toEqual([
      "/gone HTTP_REFUSED",
      "/busy HTTP_STATUS",
      "/private/a ROBOTS_FORBIDDEN",
      "/hangs FETCH_TIMEOUT",
      "/inward ADDRESS_REFUSED",
      "/good received",
      " BAD_URL",
      "/ ADDRESS_REFUSED",
    ]);
  });

  test("waits for a server as long as it asks, and leaves one alone that is down or asks for too long", async () => {
    const busy = await site(({ url }, response) => {
      if (url === "/1") response.writeHead(429, { "retry-after": "90" });
      if (url === "/3") response.writeHead(503, { "retry-after": "3600" });
      response.end("<p>A page");
    });
    const options = here();
    const pages = ["/1", "/2", "/3", "/4"].map((path) => address(busy.origin + path));
    expect(await fetchAll(pages, options)).toEqual([
      "/1 HTTP_STATUS",
      "/2 received",
      "/3 HTTP_STATUS",
      "/4 SERVER_GONE",
    ]);
    expect(options.clock.slept).toEqual([90_000, 1000]);
    const down = await site((_, response) => response.writeHead(500).end());
    const outcomes = await fetchAll(Array.from({ length: 7 }, (_, at) => address(`${down.origin}/${at}`)));
    expect(outcomes.slice(4)).toEqual(["/4 HTTP_STATUS", "/5 SERVER_GONE", "/6 SERVER_GONE"]);
  });

  test("does not wait where robots.txt forbids all that is asked for", async () => {
    const { origin } = await site();
    const options = here();
    await fetchAll(
      ["/private/a", "/private/b", "/private/c"].map((path) => address(origin + path)),
      options,
    );
    expect(options.clock.slept).toEqual([]);
  });

  test("holds a limited number of bytes and pages while the first page is slow", async () => {
    let release = () => {};
    const slow = await site(({ url }, response) => {
      if (url === "/slow") release = () => response.end("<p>Late");
      else response.end("<p>A page");
    });
    const big = await site((_, response) => response.end(Buffer.alloc(8_000_000, "a")));
    let read = 0;
    async function* pages(): AsyncGenerator<UnfetchedPage> {
      yield address(`${slow.origin}/slow`);
      for (; read < 5000; read++) yield address(`${read < 10 ? big.origin : slow.origin}/${read}`);
    }
    const reader = fetchPages(pages(), { ...here(), delayMs: 0 });
    const first = reader.next();
    const held = () => big.seen.length - 1;
    for (let before = -1; before !== held() || held() < 8; ) {
      before = held();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // 64 MB are full with eight pages of 8 MB; the next of that host waits.
    expect(held()).toBe(8);
    expect(read).toBeLessThanOrEqual(1001);
    release();
    const outcomes = [outcomeOf((await first).value as ReceivedPage)];
    for (let page = 0; page < 10; page++)
      outcomes.push(outcomeOf((await reader.next()).value as ReceivedPage));
    expect(outcomes).toEqual(["/slow received", ...Array.from({ length: 10 }, (_, at) => `/${at} received`)]);
    await reader.return();
  });
});

test("asks no waiting server after its reader has gone", async () => {
  const sites = await Promise.all(Array.from({ length: 40 }, () => site()));
  const pages = sites.map(({ origin }) => address(`${origin}/a`));
  for await (const _ of fetchPages(from(pages), here())) break;
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What the 16 open connections had begun may end.
  expect(sites.filter(({ seen }) => seen.includes("/a")).length).toBeLessThanOrEqual(32);
});
