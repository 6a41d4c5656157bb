import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { FetchedPage } from "./fetch-page.ts";
import { listen, serve, stillClock } from "./loopback.testing.ts";
import { makePoliteFetcher, type PoliteOptions, type SharedTurns, TurnLost } from "./polite-fetcher.ts";

const HERE: PoliteOptions = { allow: ["127.0.0.1"], timeoutMs: 5000, random: () => 0 };

/** A site that notes when it was asked for what, by the clock given. */
async function site(
  clock: { now(): number },
  answers: Readonly<
    Record<string, { status?: number; headers?: Record<string, string>; text?: string }>
  > = {},
) {
  const seen: { readonly path: string; readonly atMs: number; readonly open: number }[] = [];
  let open = 0;
  const server = await serve((request, response) => {
    open++;
    seen.push({ path: request.url!, atMs: clock.now(), open });
    const {
      status = 200,
      headers = {},
      text = "<p>A page.",
    } = answers[request.url!] ?? (request.url === "/robots.txt" ? { status: 404 } : {});
    setImmediate(() => {
      open--;
      response.writeHead(status, headers).end(text);
    });
  });
  return { ...server, seen };
}

describe("a polite fetcher", () => {
  test("asks a host one request at a time, the delay apart, robots.txt included", async () => {
    const clock = stillClock();
    const { origin, seen } = await site(clock);
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000 });
    await Promise.all(["/a", "/b", "/c"].map((path) => get(origin + path, {})));
    expect(seen.map(({ path, atMs }) => [path, atMs])).toEqual([
      ["/robots.txt", 0],
      ["/a", 1000],
      ["/b", 2000],
      ["/c", 3000],
    ]);
    expect(seen.every(({ open }) => open === 1)).toBe(true);
  });

  test("keeps the delay that robots.txt asks for", async () => {
    const clock = stillClock();
    const robots = { text: "User-agent: *\nCrawl-delay: 7" };
    const { origin, seen } = await site(clock, { "/robots.txt": robots });
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000 });
    await get(`${origin}/a`, {});
    await get(`${origin}/b`, {});
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 7000, 14_000]);
  });

  test("keeps the delay between the redirects of a robots.txt too, on every host that they lead to", async () => {
    const clock = stillClock();
    const there = await site(clock, { "/rules.txt": { text: "User-agent: *\nDisallow: /closed" } });
    const here = await site(clock, {
      "/robots.txt": { status: 301, headers: { location: "/robots-new.txt" } },
      "/robots-new.txt": { status: 301, headers: { location: `${there.origin}/rules.txt` } },
    });
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000 });
    await get(`${there.origin}/first`, {});
    await get(`${here.origin}/a`, {});
    await expect(get(`${here.origin}/closed`, {})).rejects.toMatchObject({ code: "ROBOTS_FORBIDDEN" });
    const timesOf = ({ seen }: typeof here) => seen.map(({ path, atMs }) => [path, atMs]);
    expect(timesOf(there)).toEqual([
      ["/robots.txt", 0],
      ["/first", 1000],
      ["/rules.txt", 2000],
    ]);
    expect(timesOf(here)).toEqual([
      ["/robots.txt", 1000],
      ["/robots-new.txt", 2000],
      ["/a", 3000],
    ]);
  });

  test("does not wait for itself where the robots.txt of two hosts lead to each other", async () => {
    const clock = stillClock();
    const places = ["", ""];
    const make = (other: number) =>
      serve((request, response) => {
        if (request.url !== "/robots.txt") response.end("<p>A page.");
        else response.writeHead(302, { location: `${places[other]}/robots.txt` }).end();
      });
    const sites = await Promise.all([make(1), make(0)]);
    for (const [at, { origin }] of sites.entries()) places[at] = origin;
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000 });
    const pages = await Promise.all(places.map((origin) => get(`${origin}/a`, {})));
    expect(pages).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test("waits for the turn of the host that a redirect leads to", async () => {
    const clock = stillClock();
    const there = await site(clock);
    const here = await site(clock, {
      "/go": { status: 302, headers: { location: `${there.origin}/story` } },
    });
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000, ignoreRobots: true });
    await get(`${there.origin}/first`, {});
    await get(`${here.origin}/go`, {});
    expect(there.seen.map(({ atMs }) => atMs)).toEqual([0, 1000]);
  });

  test("waits longer after each failure, as long as Retry-After says, and then gives a server up", async () => {
    const clock = stillClock();
    const { origin, seen } = await site(clock, {
      "/busy": { status: 503, headers: { "retry-after": "60" } },
    });
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000, ignoreRobots: true });
    const codes: string[] = [];
    for (let time = 0; time < 6; time++)
      await get(`${origin}/busy`, {}).catch((error: { code: string }) => codes.push(error.code));
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
    expect(codes.at(-1)).toBe("SERVER_GONE");
  });

  test("varies the wait after a failure", async () => {
    const clock = stillClock();
    const { origin, seen } = await site(clock, { "/busy": { status: 503 } });
    const { get } = makePoliteFetcher({ ...HERE, clock, delayMs: 1000, ignoreRobots: true, random: () => 1 });
    await get(`${origin}/busy`, {}).catch(() => undefined);
    await get(`${origin}/fine`, {});
    expect(seen.map(({ atMs }) => atMs)).toEqual([0, 3000]);
  });

  test("takes no time of its limit for waiting", async () => {
    const { origin } = await site({ now: () => 0 });
    const { get } = makePoliteFetcher({ ...HERE, delayMs: 1200, timeoutMs: 1000, ignoreRobots: true });
    await get(`${origin}/a`, {});
    expect(await get(`${origin}/b`, {})).toMatchObject({ status: 200 });
  });

  test("asks only for what has changed", async () => {
    const clock = stillClock();
    const asked: (string | undefined)[][] = [];
    const { origin } = await serve((request, response) => {
      const { "if-none-match": etag, "if-modified-since": since } = request.headers;
      asked.push([etag, since]);
      const headers = { etag: '"v1"', "last-modified": "Tue, 17 Nov 2026 08:00:00 GMT" };
      response.writeHead(etag === '"v1"' ? 304 : 200, headers).end("<rss/>");
    });
    const { get } = makePoliteFetcher({ ...HERE, clock, ignoreRobots: true });
    const first = (await get(`${origin}/feed`, { anyType: true })) as FetchedPage;
    expect(first.validators).toEqual({ etag: '"v1"', lastModified: "Tue, 17 Nov 2026 08:00:00 GMT" });
    expect(await get(`${origin}/feed`, { anyType: true, validators: first.validators })).toBe("unchanged");
    expect(asked[1]).toEqual(['"v1"', "Tue, 17 Nov 2026 08:00:00 GMT"]);
  });

  test("gives the robots.txt of a host, forbidden or not", async () => {
    const clock = stillClock();
    const robots = { text: "User-agent: *\nDisallow: /\nSitemap: /map.xml" };
    const { origin, seen } = await site(clock, { "/robots.txt": robots });
    const polite = makePoliteFetcher({ ...HERE, clock });
    expect((await polite.robots(`${origin}/a/b`))?.sitemaps).toEqual(["/map.xml"]);
    expect((await polite.robots(`${origin}/c`))?.sitemaps).toEqual(["/map.xml"]);
    expect(seen.map(({ path }) => path)).toEqual(["/robots.txt"]);
  });

  test("sends further headers only where they are meant for", async () => {
    const cookies: (string | undefined)[] = [];
    const note = ({ headers }: IncomingMessage) => void cookies.push(headers.cookie);
    const other = await serve((request, response) => {
      note(request);
      response.end("<p>There.");
    });
    const own = await serve((request, response) => {
      note(request);
      response.writeHead(302, { location: other.origin }).end();
    });
    const headersFor = ({ origin }: URL): Readonly<Record<string, string>> =>
      origin === own.origin ? { cookie: "a=b" } : {};
    const { get } = makePoliteFetcher({ ...HERE, ignoreRobots: true, headersFor });
    await get(own.origin, {});
    expect(cookies).toEqual(["a=b", undefined]);
  });
});

describe("a proxy", () => {
  /** A proxy that tunnels, and notes the heads of the requests that it was sent. */
  async function proxy(answer = "HTTP/1.1 200 Connection established\r\n\r\n") {
    const heads: string[] = [];
    const { createServer } = await import("node:net");
    const server = createServer((client) => {
      client.once("data", (head) => {
        heads.push(head.toString("latin1"));
        const [, host, port] = /^CONNECT ([\d.]+):(\d+)/.exec(head.toString("latin1")) ?? [];
        client.write(answer);
        if (!answer.includes(" 200 ")) return void client.end();
        const target = connect(Number(port), host, () => target.pipe(client));
        client.pipe(target);
        target.on("error", () => client.destroy());
      });
    });
    return { ...(await listen(server, "raw")), heads };
  }

  test("is asked for a tunnel to the checked address, with its login", async () => {
    const { origin, port: pagePort } = await serve((_, response) => void response.end("<p>A page."));
    const { port, heads } = await proxy();
    const { get } = makePoliteFetcher({
      ...HERE,
      ignoreRobots: true,
      proxy: `http://me:se%20cret@127.0.0.1:${port}`,
    });
    expect(await get(origin, {})).toMatchObject({ status: 200 });
    const login = Buffer.from("me:se cret").toString("base64");
    expect(heads).toEqual([
      `CONNECT 127.0.0.1:${pagePort} HTTP/1.1\r\nhost: 127.0.0.1:${pagePort}\r\nproxy-authorization: Basic ${login}\r\n\r\n`,
    ]);
  });

  test("is an address too, and checked unless it is trusted", async () => {
    const { origin } = await serve((_, response) => void response.end("<p>A page."));
    const { port, heads, accepted } = await proxy();
    const options = {
      ignoreRobots: true,
      allow: ["127.0.0.2"],
      lookup: async (host: string) => [host === "proxy.example" ? "127.0.0.1" : "127.0.0.2"],
      proxy: `http://proxy.example:${port}`,
    };
    const page = origin.replace("127.0.0.1", "news.example");
    await expect(makePoliteFetcher(options).get(page, {})).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    expect([accepted(), heads]).toEqual([0, []]);
    const allowed = { ...options, allow: ["127.0.0.1", "127.0.0.2"] };
    expect(
      await makePoliteFetcher(allowed)
        .get(page, {})
        .catch(({ code }) => code),
    ).toBeDefined();
    expect(heads).toEqual([expect.stringMatching(/^CONNECT 127\.0\.0\.2:/)]);
    const own = { ...options, proxy: `http://127.0.0.1:${port}`, trustProxy: true };
    await makePoliteFetcher(own)
      .get(page, {})
      .catch(() => undefined);
    expect(heads).toHaveLength(2);
  });

  test("does not lead around the guard", async () => {
    const { port, heads } = await proxy();
    const trusted = { ignoreRobots: true, proxy: `http://127.0.0.1:${port}`, trustProxy: true };
    const { get } = makePoliteFetcher(trusted);
    await expect(get("http://10.0.0.1/", {})).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    const rebound = makePoliteFetcher({ ...trusted, lookup: async () => ["169.254.169.254"] });
    await expect(rebound.get("http://news.example/", {})).rejects.toMatchObject({ code: "ADDRESS_REFUSED" });
    expect(heads).toEqual([]);
  });

  test("that refuses is named in the failure", async () => {
    const { port } = await proxy("HTTP/1.1 407 Who are you\r\n\r\n");
    const { get } = makePoliteFetcher({ ...HERE, ignoreRobots: true, proxy: `http://127.0.0.1:${port}` });
    await expect(get("http://127.0.0.1:8099/", {})).rejects.toThrow(
      /The proxy 127\.0\.0\.1:\d+ answered 407/,
    );
  });

  test("must be an http address", () => {
    for (const address of ["socks5://127.0.0.1:1", "http://me:100%@127.0.0.1:1", "proxy"])
      expect(() => makePoliteFetcher({ proxy: address }), address).toThrow(/proxy must be an address/);
  });
});

describe("a polite fetcher that shares its hosts with other processes", () => {
  /** Turns that note what is done with them; the first `lost` of them come too late. */
  function noteTurns(lost = 0) {
    const noted: string[] = [];
    let taken = 0;
    const turns: SharedTurns = {
      take: async (_, delayMs) => {
        const number = ++taken;
        noted.push(`take ${number} of ${delayMs}`);
        return {
          confirm: () => {
            if (number <= lost) throw new TurnLost();
            noted.push(`send ${number}`);
          },
          end: async (failure) => {
            noted.push(`end ${number} ${failure === "unused" ? failure : (failure?.code ?? "answered")}`);
          },
        };
      },
    };
    return { turns, noted };
  }

  test("takes a turn for every request, and says how each ended", async () => {
    const { origin } = await site(stillClock(), { "/gone": { status: 404 }, "/busy": { status: 503 } });
    const { turns, noted } = noteTurns();
    const { get } = makePoliteFetcher({ ...HERE, clock: stillClock(), delayMs: 700, turns });
    await get(`${origin}/a`, {});
    await expect(get(`${origin}/gone`, {})).rejects.toThrow("404");
    await expect(get(`${origin}/busy`, {})).rejects.toThrow("503");
    const ends = ["answered", "answered", "HTTP_REFUSED", "HTTP_STATUS"];
    expect(noted).toEqual(
      ends.flatMap((end, at) => [`take ${at + 1} of 700`, `send ${at + 1}`, `end ${at + 1} ${end}`]),
    );
  });

  test("takes a turn again that came too late, and sends nothing for it", async () => {
    const { origin, seen } = await site(stillClock());
    const { turns, noted } = noteTurns(2);
    const { get } = makePoliteFetcher({ ...HERE, clock: stillClock(), ignoreRobots: true, turns });
    await get(`${origin}/a`, {});
    expect(seen.map(({ path }) => path)).toEqual(["/a"]);
    const lost = [1, 2].flatMap((number) => [`take ${number} of 1000`, `end ${number} unused`]);
    expect(noted).toEqual([...lost, "take 3 of 1000", "send 3", "end 3 answered"]);
  });
});
