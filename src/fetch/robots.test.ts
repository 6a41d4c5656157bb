import { describe, expect, test } from "vitest";
import type { FetchOptions } from "./fetch-options.ts";
import { fetchPage, makePageFetcher } from "./fetch-page.ts";
import { serve, serveRaw } from "./loopback.testing.ts";

const HERE: FetchOptions = { allow: ["127.0.0.1"], timeoutMs: 5000 };

const failure = (code: string, message = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

/** A site whose pages redirect from /go to /private/a, with the robots.txt given; `seen` lists what was asked for. */
async function site(robots: { status?: number; text?: string; location?: string }) {
  const seen: string[] = [];
  const server = await serve((request, response) => {
    seen.push(request.url!);
    if (request.url === "/robots.txt") {
      const { status = 200, text = "", location } = robots;
      response.writeHead(status, location === undefined ? {} : { location }).end(text);
    } else if (request.url === "/go") response.writeHead(302, { location: "/private/a" }).end();
    else response.end("<p>A page.");
  });
  return { ...server, seen };
}

const FORBIDS = "User-agent: *\nDisallow: /private/\n";

describe("robots.txt", () => {
  test("is asked first and forbids what it forbids", async () => {
    const { origin, seen } = await site({ text: FORBIDS });
    await expect(fetchPage(`${origin}/private/a`, HERE)).rejects.toThrow(
      failure("ROBOTS_FORBIDDEN", /private/),
    );
    expect(seen).toEqual(["/robots.txt"]);
    expect((await fetchPage(`${origin}/public`, HERE)).status).toBe(200);
  });

  test("is asked once per origin and checked on every hop", async () => {
    const { origin, seen } = await site({ text: FORBIDS });
    await expect(fetchPage(`${origin}/go`, HERE)).rejects.toThrow(failure("ROBOTS_FORBIDDEN"));
    expect(seen).toEqual(["/robots.txt", "/go"]);
  });

  test("is asked of the host that a redirect leads to", async () => {
    const strict = await site({ text: "User-agent: galley\nDisallow: /" });
    const lax = await serve((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.writeHead(302, { location: strict.origin }).end();
    });
    await expect(fetchPage(lax.origin, HERE)).rejects.toThrow(failure("ROBOTS_FORBIDDEN"));
  });

  test("is not asked with ignoreRobots", async () => {
    const { origin, seen } = await site({ text: FORBIDS });
    await fetchPage(`${origin}/private/a`, { ...HERE, ignoreRobots: true });
    expect(seen).toEqual(["/private/a"]);
  });

  test.each([404, 410, 401, 429])("allows all when it answers %i", async (status) => {
    const { origin } = await site({ status, text: FORBIDS });
    expect((await fetchPage(`${origin}/private/a`, HERE)).status).toBe(200);
  });

  test("forbids all when it answers 503, for which a retry helps", async () => {
    const { origin, seen } = await site({ status: 503 });
    await expect(fetchPage(`${origin}/public`, HERE)).rejects.toThrow(
      failure("HTTP_STATUS", /robots\.txt.* 503/),
    );
    expect(seen).toEqual(["/robots.txt"]);
  });

  test("is read at the end of its redirects, and allows all when these never end", async () => {
    const moved = await site({ text: "User-agent: *\nDisallow: /" });
    const { origin } = await site({ status: 301, location: `${moved.origin}/robots.txt` });
    await expect(fetchPage(origin, HERE)).rejects.toThrow(failure("ROBOTS_FORBIDDEN"));
    const circle = await site({ status: 301, location: "/robots.txt" });
    expect((await fetchPage(`${circle.origin}/public`, HERE)).status).toBe(200);
  });

  test("is not followed to a private address", async () => {
    const { origin } = await site({ status: 302, location: "http://169.254.169.254/" });
    await expect(fetchPage(origin, HERE)).rejects.toThrow(failure("ADDRESS_REFUSED"));
  });

  test("counts up to 500 KB, and half a rule at the cut does not count", async () => {
    const filler = `#${"x".repeat(98)}\n`.repeat(5119);
    const start = "User-agent: *\nDisallow: /early\n";
    const padding = `#${"x".repeat(500 * 1024 - start.length - filler.length - 13)}\n`;
    const { origin } = await site({ text: `${start}${filler}${padding}Disallow: /late\n` });
    await expect(fetchPage(`${origin}/early`, HERE)).rejects.toThrow(failure("ROBOTS_FORBIDDEN"));
    expect((await fetchPage(`${origin}/late`, HERE)).status).toBe(200);
    expect((await fetchPage(`${origin}/other`, HERE)).status).toBe(200);
  });

  test("that never answers takes no longer than the whole fetch may", async () => {
    const { origin } = await serveRaw(() => {});
    await expect(fetchPage(origin, { ...HERE, timeoutMs: 80 })).rejects.toThrow(failure("FETCH_TIMEOUT"));
  });

  test("is asked once for all pages of one fetcher, and again where it could not be read", async () => {
    let failures = 1;
    const seen: string[] = [];
    const { origin } = await serve((request, response) => {
      seen.push(request.url!);
      const isDown = request.url === "/robots.txt" && failures-- > 0;
      response.writeHead(isDown ? 503 : 200).end(request.url === "/robots.txt" ? FORBIDS : "<p>A page.");
    });
    const fetchOne = makePageFetcher(HERE);
    await expect(fetchOne(`${origin}/a`)).rejects.toThrow(failure("HTTP_STATUS", /robots\.txt.* 503/));
    await fetchOne(`${origin}/a`);
    await fetchOne(`${origin}/b`);
    expect(seen).toEqual(["/robots.txt", "/robots.txt", "/a", "/b"]);
  });
});
