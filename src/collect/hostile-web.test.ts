import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createRaw } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { makePoliteFetcher, type PoliteOptions } from "../fetch/index.ts";
import { lookupInside, REFUSED_ADDRESSES } from "../fetch/refused-addresses.testing.ts";
import { openStore, type Store } from "../store/index.ts";
import { type CollectOptions, collect } from "./collect.ts";

const NOW = Date.parse("2026-11-17T12:00:00Z");

async function listen(
  server: ReturnType<typeof createServer> | ReturnType<typeof createRaw>,
  host = "127.0.0.1",
): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, host, listening));
  onTestFinished(async () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listen(createServer(listener));

async function makeOptions(
  fetching: PoliteOptions = {},
  place = ":memory:",
): Promise<CollectOptions & { readonly store: Store }> {
  const store = await openStore(place, { mayCreate: true });
  onTestFinished(() => store.close());
  const fetcher = makePoliteFetcher({ allow: ["127.0.0.1"], delayMs: 0, timeoutMs: 5000, ...fetching });
  return { store, fetcher, now: () => NOW };
}

const SENTENCES = [
  "The harbour master closed the northern basin on Monday after a crane slid from its rails during the storm.",
  "Nobody was hurt, he said, but two ferries have to use the old pier until engineers have looked at the quay wall.",
  "Passengers waited for more than three hours in the rain, and several buses were sent from the central station.",
  "The council will decide on Thursday whether the basin can open again before the holidays begin next month.",
];
const story = (title: string, more = "") =>
  `<html><head><title>${title}</title></head><body><main><article><h1>${title}</h1>${SENTENCES.map((text) => `<p>${text}</p>`).join("")}${more}</article></main></body></html>`;
const feed = (...links: readonly string[]) =>
  `<rss version="2.0"><channel>${links.map((link) => `<item><link>${link}</link><title>A story</title></item>`).join("")}</channel></rss>`;

describe("no list leads around the guard", () => {
  const PRIVATE = "http://10.0.0.1";

  test.each([
    ["an entry of a feed", { "/start": feed(`${PRIVATE}/secret`) }],
    ["a redirect of an article", { "/start": feed("{here}/go"), "/go": `302 ${PRIVATE}/secret` }],
    [
      "a page that sends its readers on",
      { "/start": feed("{here}/go"), "/go": `<meta http-equiv=refresh content="0;url=${PRIVATE}/secret">` },
    ],
    ["a redirect of a feed", { "/start": `302 ${PRIVATE}/feed` }],
    [
      "a sitemap of a sitemap",
      { "/start": `<sitemapindex><sitemap><loc>${PRIVATE}/map</loc></sitemap></sitemapindex>` },
    ],
    ["a page of a sitemap", { "/start": `<urlset><url><loc>${PRIVATE}/secret</loc></url></urlset>` }],
    [
      "a sitemap of robots.txt",
      { "/start": "<p>A home page.", "/robots.txt": `Sitemap: ${PRIVATE}/map.xml` },
    ],
    [
      "a feed that a page names",
      { "/start": `<link rel=alternate type="application/rss+xml" href="${PRIVATE}/feed">` },
    ],
    [
      "the next page of an article",
      { "/start": feed("{here}/long"), "/long": story("Long", `<a href="${PRIVATE}/long?page=2">2</a>`) },
    ],
    ["an address with a login", { "/start": feed("http://me:you@127.0.0.1/secret") }],
    [
      "another notation of loopback",
      { "/start": feed("http://2130706434/secret", "http://[::ffff:10.0.0.1]/secret") },
    ],
    ["a file", { "/start": feed("file:///etc/passwd") }],
  ] as const)("%s", async (_, answers: Readonly<Record<string, string>>) => {
    const looked: string[] = [];
    const origin = await serve((request, response) => {
      const answer = answers[request.url!]?.replaceAll("{here}", `http://${request.headers.host}`);
      if (answer === undefined) return void response.writeHead(404).end();
      const location = /^302 (.*)$/.exec(answer)?.[1];
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end(answer);
    });
    const lookup = async (host: string) => {
      looked.push(host);
      return ["10.0.0.1"];
    };
    const options = await makeOptions({ lookup });
    await collect([{ kind: "address", url: `${origin}/start` }], options);
    const articles = await options.store.listArticles({ limit: 10 });
    expect(articles.filter(({ article }) => !article.url?.startsWith(origin))).toEqual([]);
    expect(articles.filter(({ article }) => article.text.includes("secret"))).toEqual([]);
    expect(looked).toEqual([]);
  });
});

describe("no address that leads inside is asked for, in whatever notation", () => {
  /** A run from a page of a server whose own address is the only one that is allowed. */
  async function collectFrom(start: string, article?: string) {
    const server = createServer(({ url, headers }, response) => {
      const answer = url === "/start" ? start : url === "/long" ? article : undefined;
      response.writeHead(answer === undefined ? 404 : 200);
      response.end(answer?.replaceAll("{here}", `http://${headers.host}`));
    });
    const url = `${await listen(server, "127.0.0.9")}/start`;
    const fetching = { allow: ["127.0.0.9"], lookup: lookupInside, connectTimeoutMs: 2000 };
    const options = await makeOptions(fetching);
    return { url, ...(await collect([{ kind: "address", url }], options)), store: options.store };
  }
  const NAMED = `<link rel=alternate type="application/rss+xml" href=`;

  test.each([
    ["as entries of a feed", feed(...REFUSED_ADDRESSES)],
    [
      "as pages of a sitemap",
      `<urlset>${REFUSED_ADDRESSES.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`,
    ],
  ])("%s", async (_, start) => {
    const { outcomes, reasons } = await collectFrom(start);
    // Notations of one address are one candidate.
    expect(outcomes.refused).toBeGreaterThan(45);
    expect(reasons).toEqual(new Map([["refused", new Map([["address", outcomes.refused]])]]));
  });

  test("as sitemaps of a sitemap, as feeds that a page names, as next pages of an article", async () => {
    for (const address of REFUSED_ADDRESSES) {
      const map = `<sitemapindex><sitemap><loc>${address}</loc></sitemap></sitemapindex>`;
      const { sources: maps } = await collectFrom(map);
      expect(maps[0]!.warnings.join(), address).toMatch(/was left out: ADDRESS_REFUSED\./);
      const { sources, url } = await collectFrom(`${NAMED}"${address}">`);
      const others = sources.filter(({ id }) => id !== url);
      expect([address, ...others.map(({ failure }) => failure?.code)]).toEqual([address, "ADDRESS_REFUSED"]);
      const more = `<link rel=next href="${address}"><a rel=next href="${address}">2</a>`;
      const { store, outcomes } = await collectFrom(feed("{here}/long"), story("Long", more));
      expect(outcomes, address).toMatchObject({ stored: 1 });
      // One whose next page could not be read would say so.
      const [stored] = await store.listArticles({ limit: 1 });
      expect(stored!.article.warnings.map(({ code }) => code)).not.toContain("PART_MISSING");
    }
  });
});

test("a search leads around the guard neither by its address, its form nor its next page", async () => {
  const card = `<article><h2><a href="/2026/11/17/storm">The storm in the northern basin</a></h2><p>More.</article>`;
  const origin = await serve((request, response) => {
    const isFirst = request.url === "/find?q=storm";
    if (request.url === "/away?q=storm") response.writeHead(302, { location: "http://10.0.0.1/find" });
    response.end(
      isFirst ? `<main>${card}</main><a rel=next href="http://10.0.0.1/find?page=2">Next</a>` : "",
    );
  });
  const options = await makeOptions({ ignoreRobots: true });
  const search = (template: string) => ({ kind: "search", template, keyword: "storm" }) as const;
  const { sources } = await collect(
    [
      search("http://10.0.0.1/find?q={keyword}"),
      search(`${origin}/away?q={keyword}`),
      search(`${origin}/find?q={keyword}`),
    ],
    options,
  );
  expect(sources.map(({ failure }) => failure?.code)).toEqual([
    "ADDRESS_REFUSED",
    "ADDRESS_REFUSED",
    undefined,
  ]);
  expect(sources[2]).toMatchObject({ announced: 1 });
});

describe("servers that misbehave", () => {
  test.each([
    ["hang", (socket: { write(text: string): void }) => void socket, "FETCH_TIMEOUT"],
    [
      "drip",
      (socket: { write(text: string): void }) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n");
        const timer = setInterval(() => socket.write("<p>"), 100);
        setTimeout(() => clearInterval(timer), 4000).unref();
      },
      "FETCH_TIMEOUT",
    ],
    [
      "lie about the length",
      (socket: { write(text: string): void; end?(): void }) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 100000\r\n\r\n<p>short");
        socket.end?.();
      },
      "BAD_RESPONSE",
    ],
    [
      "answer with something else",
      (socket: { write(text: string): void; end?(): void }) => {
        socket.write("SSH-2.0-OpenSSH_9.6\r\n");
        socket.end?.();
      },
      "BAD_RESPONSE",
    ],
  ])("and %s give a failure with a code and a next try", async (_, behave, code) => {
    const bad = await listen(
      createRaw((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => behave(socket));
        onTestFinished(() => void socket.destroy());
      }),
    );
    const good = await serve(
      (request, response) =>
        void response.end(
          request.url === "/feed"
            ? feed(`${bad}/story`, `http://${request.headers.host}/fine`)
            : story("Fine"),
        ),
    );
    const options = await makeOptions({ ignoreRobots: true, timeoutMs: 2000 });
    const { outcomes } = await collect([{ kind: "address", url: `${good}/feed` }], options);
    expect(outcomes).toMatchObject({ stored: 1, failed: 1 });
    const [failure] = await options.store.listFailures(1);
    expect(failure).toMatchObject({ detail: code, nextTryMs: expect.any(Number) });
  });

  test("and hang or drip as a source do not keep the others", async () => {
    const bad = await listen(
      createRaw((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", (head) => {
          if (head.toString().startsWith("GET /hang")) return;
          socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\n\r\n<rss><channel>");
          const timer = setInterval(() => socket.write("<item>"), 50);
          socket.once("close", () => clearInterval(timer));
        });
        onTestFinished(() => void socket.destroy());
      }),
    );
    const good = await serve(
      (request, response) =>
        void response.end(
          request.url === "/feed" ? feed(`http://${request.headers.host}/fine`) : story("Fine"),
        ),
    );
    const options = await makeOptions({ ignoreRobots: true, timeoutMs: 2000 });
    const starts = [`${bad}/hang`, `${bad}/drip`, `${good}/feed`];
    const { sources, outcomes } = await collect(
      starts.map((url) => ({ kind: "address", url })),
      options,
    );
    expect(sources.map(({ id, failure }) => [id, failure?.code]).toSorted()).toEqual(
      [
        [`${bad}/hang`, "FETCH_TIMEOUT"],
        [`${bad}/drip`, "FETCH_TIMEOUT"],
        [`${good}/feed`, undefined],
      ].toSorted(),
    );
    expect(outcomes.stored).toBe(1);
  });

  test("and send 1 GB in 1 MB, as a list or as an article, are given up at the limit", async () => {
    // The same piece again and again is one gzip stream of many members.
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    const bomb = Buffer.concat(Array.from({ length: 16 }, () => packed));
    expect(bomb.length).toBeLessThan(1.2 * 1024 * 1024);
    const origin = await serve((request, response) => {
      if (request.url === "/feed") return void response.end(feed(`http://${request.headers.host}/bomb`));
      if (request.url === "/bomb") response.setHeader("content-encoding", "gzip");
      response.end(bomb);
    });
    const options = await makeOptions({ ignoreRobots: true, timeoutMs: 20_000 });
    // Only of this thread, as other tests run beside it.
    const held = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    const before = held();
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, held());
    }, 2);
    const { sources, outcomes } = await collect(
      ["/feed", "/map.xml.gz"].map((path) => ({ kind: "address", url: origin + path })),
      options,
    );
    clearInterval(timer);
    expect(sources.map(({ failure }) => failure?.code).toSorted()).toEqual(["FETCH_TOO_LARGE", undefined]);
    expect(outcomes.failed).toBe(1);
    expect((await options.store.listFailures(1))[0]).toMatchObject({ detail: "FETCH_TOO_LARGE" });
    expect(most - before).toBeLessThan(400 * 1024 * 1024);
  });

  test("and never end an article give its first pages", async () => {
    const asked: string[] = [];
    const origin = await serve((request, response) => {
      asked.push(request.url!);
      const number = Number(/page=(\d+)/.exec(request.url!)?.[1] ?? 1);
      const next = `<p>Part ${number} of many.</p><a href="/long?page=${number + 1}">${number + 1}</a>`;
      response.end(
        request.url === "/feed" ? feed(`http://${request.headers.host}/long`) : story("Long read", next),
      );
    });
    const options = await makeOptions({ ignoreRobots: true });
    const { outcomes } = await collect([{ kind: "address", url: `${origin}/feed` }], options);
    expect(outcomes.stored).toBe(1);
    expect(asked.filter((path) => path.startsWith("/long"))).toHaveLength(20);
  });

  test("and send a feed as an article, or pages as feeds, are told apart by what they send", async () => {
    const origin = await serve((request, response) => {
      const isFeed = request.url === "/feed";
      response.writeHead(200, { "content-type": isFeed ? "text/html" : "application/xml" });
      response.end(isFeed ? feed(`http://${request.headers.host}/a`) : "<rss/>");
    });
    const options = await makeOptions({ ignoreRobots: true });
    const { outcomes } = await collect([{ kind: "address", url: `${origin}/feed` }], options);
    expect(outcomes.stored).toBe(0);
  });
});

describe("what others write", () => {
  test("hostile titles are stored as text, found as text, and end nothing", async () => {
    const titles = [
      "'; DROP TABLE articles; --",
      "<script>alert(1)</script>",
      "\u0000null \ud800half",
      "a".repeat(50_000),
      'x" OR NEAR(',
      "\u202egnorw",
    ];
    const origin = await serve((request, response) => {
      const items = titles.map(
        (title, at) =>
          `<item><link>http://${request.headers.host}/${at}</link><title><![CDATA[${title}]]></title></item>`,
      );
      response.end(
        request.url === "/feed"
          ? `<rss version="2.0"><channel>${items.join("")}</channel></rss>`
          : story(titles[Number(request.url!.slice(1))] ?? "", `<p>${request.url}</p>`),
      );
    });
    const options = await makeOptions({ ignoreRobots: true });
    const { outcomes } = await collect([{ kind: "address", url: `${origin}/feed` }], options);
    expect(outcomes.stored).toBe(titles.length);
    const { hits } = await options.store.search('"northern basin"', { limit: 20 });
    expect(hits).toHaveLength(titles.length);
  });

  test("two collectors on one file store every article once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-two-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = join(folder, "galley.db");
    const asked: string[] = [];
    const origin = await serve((request, response) => {
      asked.push(request.url!);
      const links = Array.from({ length: 30 }, (_, at) => `http://${request.headers.host}/story-${at}`);
      response.end(request.url === "/feed" ? feed(...links) : story(`Story ${request.url}`));
    });
    const runs = await Promise.all([
      makeOptions({ ignoreRobots: true }, place),
      makeOptions({ ignoreRobots: true }, place),
    ]);
    const summaries = await Promise.all(
      runs.map((options) => collect([{ kind: "address", url: `${origin}/feed` }], options)),
    );
    expect(summaries.reduce((sum, { outcomes }) => sum + outcomes.stored, 0)).toBe(30);
    expect(await runs[0]!.store.listArticles({ limit: 100 })).toHaveLength(30);
    expect(asked.filter((path) => path !== "/feed")).toHaveLength(30);
  });
});
