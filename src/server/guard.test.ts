import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { makeAddressCheck, makePageFetcher } from "../fetch/index.ts";
import { serve } from "../fetch/loopback.testing.ts";
import { FullFeeds } from "./api/full-feed.ts";
import { CLOSED_PARTS, HOST, testApp } from "./app.testing.ts";

/** Addresses that lead into the machine, its network or nowhere, in every notation that an URL can have. */
const REFUSED: readonly string[] = [
  ...[
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
  ],
  ...[
    "0.0.0.0",
    "0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "0xa000001",
    "012.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
  ],
  ...[
    "169.254.169.254",
    "169.254.0.1",
    "0xa9fea9fe",
    "2852039166",
    "172.16.0.1",
    "172.31.255.255",
    "0xac100001",
  ],
  ...[
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.1",
    "0xc0a80001",
    "3232235521",
  ],
  ...[
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
  ],
  ...[
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:169.254.169.254]",
  ],
  ...[
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[100::1]",
  ],
  ...[
    "[2001::1]",
    "[2001:db8::1]",
    "[2002:7f00:1::]",
    "[2002:a00:1::]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
  ],
  ...[
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "１２７.０.０.１",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "%31%32%37.0.0.1",
  ],
].map((host) => `http://${host}/story`);

/** Names, by what they are looked up as. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "inside.example": ["10.0.0.7"],
  "both.example": ["93.184.216.34", "127.0.0.1"],
  "mapped.example": ["::ffff:192.168.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
};

const network = {
  ignoreRobots: true,
  connectTimeoutMs: 200,
  lookup: async (host: string) => NAMES[host] ?? [],
};
const refusals = [...REFUSED, ...Object.keys(NAMES).map((name) => `https://${name}/story`)];

/** What each door that takes an address answers for it. */
const DOORS: Readonly<
  Record<string, (url: string) => Promise<{ readonly status: number; readonly code: string }>>
> = {
  "POST /extract": (url) => ask({ method: "POST", url: "/extract", payload: { url } }),
  "POST /extract?url=": (url) =>
    ask({
      method: "POST",
      url: `/extract?url=${encodeURIComponent(url)}`,
      payload: "{}",
      headers: { "content-type": "application/json" },
    }),
  "POST /batch": async (url) => {
    const headers = { host: HOST, "content-type": "application/x-ndjson" };
    const app = appWithGuard();
    const answer = await app.inject({
      method: "POST",
      url: "/batch",
      headers,
      payload: Readable.from([`${JSON.stringify({ url })}\n`]),
    });
    return { status: answer.statusCode, code: JSON.parse(answer.body).error?.code };
  },
  "POST /sources": (url) => ask({ method: "POST", url: "/sources", payload: { url } }),
  "POST /collect": (url) => ask({ method: "POST", url: "/collect", payload: { sources: [url] } }),
};

function appWithGuard() {
  return testApp({
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

interface Asked {
  readonly method: "POST";
  readonly url: string;
  readonly payload: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ headers = {}, ...request }: Asked) {
  const answer = await appWithGuard().inject({ ...request, headers: { host: HOST, ...headers } });
  return { status: answer.statusCode, code: answer.json().error?.code };
}

describe("the guard", () => {
  test("is tried with more than 60 addresses", () => expect(new Set(refusals).size).toBeGreaterThan(60));

  test.each(Object.keys(DOORS))("refuses all of them at %s, with a code", async (door) => {
    const wrong: unknown[] = [];
    for (const url of refusals) {
      const { status, code } = await DOORS[door]!(url);
      const isRefused = door === "POST /batch" ? status === 200 : status === 403 || status === 400;
      if (!isRefused || !["ADDRESS_REFUSED", "BAD_URL"].includes(code)) wrong.push([url, status, code]);
    }
    expect(wrong).toEqual([]);
  });

  test("refuses redirects into the network, however they are written", async () => {
    const inside = await serve((_, response) => response.end("<p>secret"));
    for (const to of [
      `http://127.0.0.2:${inside.port}/`,
      `//localhost.:${inside.port}/`,
      "http://169.254.169.254/latest",
      "http://[::ffff:a00:1]/",
      "file:///etc/passwd",
      "gopher://127.0.0.1/",
    ]) {
      const { origin } = await serve((_, response) => response.writeHead(302, { location: to }).end());
      const fetchPage = makePageFetcher({
        ignoreRobots: true,
        allow: ["127.0.0.1"],
        lookup: async () => ["127.0.0.2"],
      });
      const app = testApp({ fetchPage });
      const answer = await app.inject({
        method: "POST",
        url: "/extract",
        headers: { host: HOST },
        payload: { url: origin },
      });
      if (to.startsWith("//localhost")) continue;
      expect(answer.statusCode, to).toBeLessThan(500);
      expect(["ADDRESS_REFUSED", "BAD_URL"], to).toContain(answer.json().error.code);
    }
    expect(inside.accepted()).toBeLessThanOrEqual(1);
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
        entries: REFUSED.slice(0, 20).map((url) => ({ url, title: "Ebb", published: undefined })),
      }),
      fetchPage: makePageFetcher(network),
      pool: { run: async () => expect.unreachable("nothing was to be fetched") },
      now: () => 0,
    });
    const rss = await feeds.make("https://news.example/feed");
    expect(rss.match(/could not be read: (?:ADDRESS_REFUSED|BAD_URL)/g)).toHaveLength(20);
  });
});
