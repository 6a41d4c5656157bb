import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { serve, stillClock } from "../../fetch/loopback.testing.ts";
import { openFolder } from "./open-folder.ts";
import { openSite, type SiteOptions } from "./open-site.ts";

const here = (): SiteOptions & { readonly clock: ReturnType<typeof stillClock> } => ({
  allow: ["127.0.0.1"],
  timeoutMs: 5000,
  clock: stillClock(),
});

/** A site whose answers are given by path; `seen` lists what was asked for. */
async function site(
  answer: (
    path: string,
  ) => string | { status: number; location?: string; "retry-after"?: string } | undefined,
) {
  const seen: string[] = [];
  const server = await serve((request, response) => {
    const path = request.url ?? "/";
    seen.push(path);
    const found = answer(path);
    if (found === undefined) response.writeHead(404).end();
    else if (typeof found === "string") response.setHeader("content-type", "text/html").end(found);
    else {
      const { status, ...headers } = found;
      response.writeHead(status, headers).end();
    }
  });
  return { ...server, seen };
}

const textOf = (path: string) => `<!doctype html><title>${path}</title><p>The page at ${path}`;

describe("openSite", () => {
  test("reads pages a delay apart, asks for robots.txt once, and for no page twice", async () => {
    const { origin, seen } = await site(textOf);
    const options = here();
    const source = openSite(`${origin}/`, options);
    expect((await source.home()).url).toBe(`${origin}/`);
    expect((await source.open(`${origin}/a?utm_source=x`))?.id).toBe(`${origin}/a`);
    await source.open(`${origin}/a/#top`);
    await source.open(`${origin}/b`);
    expect(seen).toEqual(["/robots.txt", "/", "/a?utm_source=x", "/b"]);
    expect(options.clock.slept).toEqual([1000, 1000]);
  });

  test("skips pages that robots.txt forbids, with a warning", async () => {
    const { origin } = await site((path) =>
      path === "/robots.txt" ? "User-agent: *\nDisallow: /private/" : textOf(path),
    );
    const source = openSite(origin, here());
    await source.home();
    expect(await source.open(`${origin}/private/a`)).toBeUndefined();
    expect([...source.warningCodes]).toEqual(["ROBOTS_SKIPPED"]);
    expect(source.failures).toMatchObject([{ id: `${origin}/private/a`, code: "ROBOTS_FORBIDDEN" }]);
    await expect(openSite(`${origin}/private/`, here()).home()).rejects.toMatchObject({
      code: "ROBOTS_FORBIDDEN",
    });
  });

  test("leaves a busy server alone for as long as it asks, and gives up where that is too long", async () => {
    const { origin } = await site((path) => {
      if (path === "/busy") return { status: 429, "retry-after": "90" };
      return path === "/closed" ? { status: 503, "retry-after": "86400" } : textOf(path);
    });
    const options = here();
    const source = openSite(origin, options);
    await source.home();
    expect(await source.open(`${origin}/busy`)).toBeUndefined();
    expect(await source.open(`${origin}/a`)).toBeDefined();
    expect(options.clock.slept).toEqual([1000, 90_000]);
    await source.open(`${origin}/closed`);
    expect(await source.open(`${origin}/b`)).toBeUndefined();
    expect([...source.warningCodes]).toContain("SERVER_GONE");
  });

  test("does not follow a redirect off the site", async () => {
    const { origin, seen } = await site((path) =>
      path === "/out" ? { status: 302, location: "http://other.example/" } : textOf(path),
    );
    const source = openSite(origin, here());
    await source.home();
    expect(await source.open(`${origin}/out`)).toBeUndefined();
    expect(await source.open("http://other.example/")).toBeUndefined();
    expect(source.failures.map(({ code }) => code)).toEqual(["OFF_SITE"]);
    expect(seen).toEqual(["/robots.txt", "/", "/out"]);
    await expect(openSite(`${origin}/out`, here()).home()).rejects.toMatchObject({ code: "OFF_SITE" });
  });

  test.each([
    ["pages", { maxPages: 2 }],
    ["bytes", { maxTotalBytes: 80 }],
    ["time", { maxTimeMs: 1500 }],
  ])("stops at its limit of %s", async (_, limit) => {
    const { origin } = await site(textOf);
    const source = openSite(origin, { ...here(), ...limit });
    await source.home();
    const opened = [];
    for (const name of ["a", "b", "c"]) opened.push((await source.open(`${origin}/${name}`))?.id);
    expect(opened.at(-1)).toBeUndefined();
    expect([...source.warningCodes]).toEqual(["LIMIT_REACHED"]);
  });

  test("waits longer for a busy server and gives up on one that is down", async () => {
    let isDown = false;
    const { origin, seen } = await site((path) => (isDown ? { status: 503 } : textOf(path)));
    const options = here();
    const source = openSite(origin, options);
    await source.home();
    isDown = true;
    for (let page = 0; page < 9; page++) expect(await source.open(`${origin}/${page}`)).toBeUndefined();
    expect(seen).toHaveLength(7);
    expect(options.clock.slept).toEqual([1000, 2000, 4000, 8000, 16000]);
    expect([...source.warningCodes]).toEqual(["PAGES_FAILED", "SERVER_GONE"]);
  });

  test("throws for a dead server and for a scheme other than http", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const source = openSite(`http://127.0.0.1:${port}/`, here());
    await expect(source.home()).rejects.toMatchObject({ code: "CONNECT_FAILED" });
    expect(() => openSite("ftp://127.0.0.1/", here())).toThrow(/not an http/);
  });

  test("knows the same page under many addresses, and stops asking for more of their kind", async () => {
    const { origin, seen } = await site((path) => textOf(path.split("?")[0] ?? ""));
    const source = openSite(origin, here());
    await source.home();
    const ids = [];
    for (let visit = 0; visit < 9; visit++) ids.push((await source.open(`${origin}/a?visit=${visit}`))?.id);
    expect(ids.slice(0, 4)).toEqual(Array(4).fill(`${origin}/a?visit=0`));
    expect(ids.slice(4)).toEqual(Array(5).fill(undefined));
    expect(seen).toHaveLength(2 + 4);
    expect([...source.warningCodes]).toEqual(["SAME_PAGE"]);
  });

  test("goes on with the pages that a stopped run has kept, but for those that are damaged", async () => {
    const { origin, seen } = await site(textOf);
    const storeFolder = mkdtempSync(join(tmpdir(), "galley-store-"));
    onTestFinished(() => rmSync(storeFolder, { recursive: true }));
    const first = openSite(origin, { ...here(), storeFolder });
    await first.home();
    await first.open(`${origin}/a`);
    appendFileSync(join(storeFolder, "index.jsonl"), '{"id":"half');
    writeFileSync(join(storeFolder, "1.html.gz"), "damaged");
    seen.length = 0;
    const second = openSite(origin, { ...here(), storeFolder });
    expect((await second.home()).page.leaves.count).toBe(1);
    await second.open(`${origin}/a`);
    await second.open(`${origin}/b`);
    expect(seen).toEqual(["/robots.txt", "/", "/b"]);
    const kept = await openFolder(storeFolder);
    expect([kept.pageCount, (await kept.home()).url]).toEqual([3, `${origin}/`]);
  });

  test("reads stored pages when the server is gone, without more requests for them", async () => {
    let isDown = false;
    const { origin, seen } = await site((path) => (isDown ? { status: 503 } : textOf(path)));
    const storeFolder = mkdtempSync(join(tmpdir(), "galley-store-"));
    onTestFinished(() => rmSync(storeFolder, { recursive: true }));
    const paths = Array.from({ length: 8 }, (_, at) => `${origin}/kept${at}`);
    const first = openSite(origin, { ...here(), storeFolder });
    for (const path of paths) await first.open(path);
    isDown = true;
    seen.length = 0;
    const second = openSite(origin, { ...here(), storeFolder });
    for (const path of paths) {
      expect(await second.open(`${path}/new`)).toBeUndefined();
      expect(await second.open(path)).toBeDefined();
    }
    // Once a page: without the file nothing else may be asked for.
    expect(seen).toEqual(Array(5).fill("/robots.txt"));
    expect([...second.warningCodes]).toContain("SERVER_GONE");
  });
});
