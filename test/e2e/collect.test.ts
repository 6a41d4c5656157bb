import { chmodSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storyPage } from "../../src/collect/made-up.testing.ts";
import { serve, serveRaw } from "../../src/fetch/loopback.testing.ts";
import { galley } from "./galley.ts";
import { folder } from "./test-folder.ts";

const story = (title: string) => storyPage(`The storm that closed the basin ${title.replaceAll("/", " ")}`);

interface Site {
  readonly origin: string;
  readonly asked: IncomingMessage[];
  /** How many stories its feed has. */
  stories: number;
}

/** A site with a feed, which records the requests. */
async function serveSite(): Promise<Site> {
  const asked: IncomingMessage[] = [];
  const site = { asked, stories: 1 };
  const { origin } = await serve((request, response) => {
    asked.push(request);
    const here = `http://${request.headers.host}`;
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    if (request.url !== "/feed") return void response.end(story(`Storm ${request.url}`));
    const items = Array.from(
      { length: site.stories },
      (_, at) => `<item><link>${here}/2026/storm-${at}</link><title>Storm ${at}</title></item>`,
    );
    response.end(`<rss version="2.0"><channel><title>News</title>${items.join("")}</channel></rss>`);
  });
  return Object.assign(site, { origin });
}

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  galley(["collect", ...args, "--allow-private", "--delay", "0"], { cwd: folder, env });
const cookieOf = ({ headers }: IncomingMessage) => headers.cookie;

test("tells a run in a pipe by lines with times, and stores what is new", async () => {
  const site = await serveSite();
  const { status, stdout, stderr } = await run([`${site.origin}/feed`]);
  expect([status, stdout]).toEqual([0, ""]);
  const lines = stderr.trimEnd().split("\n");
  expect(lines.filter((line) => !/^\d{4}-\d\d-\d\dT[\d:]{8}Z /.test(line))).toEqual([]);
  expect(lines.at(-1)).toMatch(/Z In all 1 stored\.$/);
  site.stories = 2;
  expect((await run([])).stderr).toMatch(/2 announced; 1 stored/);
});

test("says of an article that it alone was collected, and how to follow its site", async () => {
  const { origin, asked } = await serveSite();
  const { status, stderr } = await run([`${origin}/2026/11/storm.html`]);
  expect(status).toBe(0);
  expect(stderr).toContain("1 stored; a page of its own, so it alone was collected");
  expect(stderr).toContain(`To follow its site: galley collect ${origin}/`);
  expect(asked.map(({ url }) => url)).not.toContain("/feed");
});

test("remembers the file of headers of a source, never what is in it, until it is told not to", async () => {
  const site = await serveSite();
  const { origin, asked } = site;
  const path = join(folder, "headers.json");
  writeFileSync(path, JSON.stringify({ [origin]: { cookie: "session=sesame" } }));
  chmodSync(path, 0o600);
  const feed = `${origin}/feed`;
  const first = await run([feed, "--headers", "headers.json"]);
  expect(asked.every((request) => cookieOf(request) === "session=sesame")).toBe(true);
  asked.length = 0;
  site.stories = 2;
  const later = await run([]);
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every((request) => cookieOf(request) === "session=sesame")).toBe(true);
  const listed = await galley(["sources", "--format", "json"], { cwd: folder });
  const kept = await galley(["backup", "-o", "-"], { cwd: folder });
  for (const { stdout, stderr } of [first, later, listed, kept])
    expect(stdout + stderr).not.toContain("sesame");
  chmodSync(path, 0o644);
  asked.length = 0;
  const exposed = await run([]);
  expect([exposed.status, exposed.stderr]).toEqual([1, expect.stringMatching(/not read: FILE_EXPOSED/)]);
  expect(asked).toEqual([]);
  chmodSync(path, 0o600);
  expect((await run([feed, "--no-headers"])).status).toBe(0);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((request) => cookieOf(request) === undefined)).toBe(true);
});

test("sends everything through the proxy that the operator set, by GALLEY_PROXY too", async () => {
  const { origin } = await serveSite();
  const heads: string[] = [];
  const { origin: proxy } = await serveRaw((client) => {
    client.once("data", (head) => {
      heads.push(head.toString("latin1").split("\r\n")[0] ?? "");
      const [, host, to] = /^CONNECT ([\d.]+):(\d+)/.exec(head.toString("latin1")) ?? [];
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      const target = connect(Number(to), host, () => target.pipe(client));
      client.pipe(target);
      target.on("error", () => client.destroy());
    });
  });
  expect((await run([`${origin}/feed`], { GALLEY_PROXY: proxy })).status).toBe(0);
  const asked = heads.length;
  expect(asked).toBeGreaterThan(1);
  expect(
    (await run([`${origin}/feed`, "--proxy", proxy], { GALLEY_PROXY: "http://10.0.0.1:1" })).status,
  ).toBe(0);
  expect(heads.length).toBeGreaterThan(asked);
  expect(await run([`${origin}/feed`], { GALLEY_PROXY: "nonsense" })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^galley: BAD_OPTION: The proxy/),
  });
});
