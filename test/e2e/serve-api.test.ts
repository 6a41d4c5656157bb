import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ApiError, GalleyClient } from "../../src/client/index.ts";
import { serve } from "../../src/fetch/loopback.testing.ts";
import { NewsWeb } from "../newsroom/index.ts";
import { EXAMPLES } from "./galley.ts";
import { serveGalley } from "./server.ts";

const PAGE = readFileSync(join(EXAMPLES, "harbour.html"), "utf8");
const OPEN = ["--allow-private", "--ignore-robots", "--delay", "0"];

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("the client of galley serve", () => {
  test("extracts, in JSON and as text, and throws failures by their code", async () => {
    const client = new GalleyClient(await serveGalley());
    expect(await client.extract({ html: PAGE, extractor: "econ" })).toMatchObject({ extractor: "econ" });
    expect(await client.extractText({ html: PAGE, format: "markdown" })).toMatch(/^# Ferry returns/);
    expect(await client.health()).toMatchObject({ status: "ok" });
    const failure = await client.extract({ url: "http://127.0.0.1/" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 403, code: "ADDRESS_REFUSED" });
    expect(failure).toMatchObject({ help: expect.stringContaining("--allow-private") });
  });

  test.each(["<h1>Bad gateway</h1>", "null", '{"error":null}', '{"error":"gone"}'])(
    "throws what a proxy between answers with, %s",
    async (body) => {
      const fetch = async () => new Response(body, { status: 502 });
      const client = new GalleyClient({ url: "http://127.0.0.1:9", fetch });
      await expect(client.health()).rejects.toMatchObject({ status: 502, code: "BAD_RESPONSE" });
    },
  );

  test("sends a batch and gets its lines, more of them than are open at once", async () => {
    const client = new GalleyClient(await serveGalley());
    const lines = Array.from({ length: 100 }, (_, id) => (id === 50 ? { id } : { id, html: PAGE }));
    const answers = await allOf(client.batch(lines));
    expect(answers.map(({ id }) => id)).toEqual(lines.map(({ id }) => String(id)));
    expect(answers.filter(({ error }) => error !== undefined)).toMatchObject([
      { id: "50", error: { code: "BAD_RECORD" } },
    ]);
    expect(answers[99]?.title).toMatch(/^Ferry returns/);
  });

  test("adds a source, has it collected in a library that was not there, searches and reads", async () => {
    const web = await NewsWeb.start({ sites: 1, storiesADay: 4, days: 1, seed: 3, isRough: false });
    onTestFinished(() => web.close());
    const client = new GalleyClient(await serveGalley(OPEN));
    expect(await client.listArticles()).toEqual({ articles: [], next: null });
    await client.addSource({ url: `http://127.0.0.1:${web.port}/`, topic: "harbour" });
    expect(await client.startCollecting({})).toMatchObject({ isRunning: true });
    await expect(client.startCollecting({})).rejects.toMatchObject({ code: "COLLECT_RUNNING", status: 409 });
    await expect
      .poll(() => client.collectState(), { timeout: 120_000, interval: 500 })
      .toMatchObject({ isRunning: false, failure: null });
    const { articles } = await client.listArticles({ limit: 100 });
    expect(articles.length).toBeGreaterThan(2);
    const [first] = articles;
    const { article, versions } = await client.readArticle(first!.id);
    expect(article.title).toBe(first!.title);
    expect(versions).toHaveLength(1);
    const word = /\p{L}{6,}/u.exec(article.text)?.[0] ?? "";
    expect((await client.searchArticles({ q: word })).hits.map(({ id }) => id)).toContain(first!.id);
    expect((await client.listSources()).sources.length).toBeGreaterThan(0);
  });

  test("gets a feed with whole articles of one with short ones, and of a page with none", async () => {
    const { origin } = await serve(({ url, headers }, response) => {
      const item = (name: string) =>
        `<item><title>${name}</title><link>http://${headers.host}/${name}</link><description>Short</description></item>`;
      if (url === "/feed")
        response
          .setHeader("content-type", "application/rss+xml")
          .end(
            `<rss version="2.0"><channel><title>Wexley &amp; Sound</title>${item("story-one")}${item("gone")}</channel></rss>`,
          );
      else if (url === "/story-one") response.setHeader("content-type", "text/html").end(PAGE);
      else response.writeHead(404).end();
    });
    const client = new GalleyClient(await serveGalley(OPEN));
    const rss = await client.fullFeed({ url: `${origin}/feed` });
    expect(rss).toContain("<title>Wexley &amp; Sound</title>");
    expect(rss).toContain("eleven passengers and a piano");
    expect(rss).toContain("could not be read: HTTP_REFUSED");
    const closed = new GalleyClient(await serveGalley());
    await expect(closed.fullFeed({ url: `${origin}/feed` })).rejects.toMatchObject({
      code: "ADDRESS_REFUSED",
    });
  });
});

describe("galley serve", () => {
  test("describes itself for people, offline, and for programs", async () => {
    const { url } = await serveGalley();
    const page = await fetch(`${url}/docs`);
    const text = await page.text();
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';/,
    );
    expect(text).toContain("POST /extract");
    expect(text).not.toMatch(/<script|src=|href="http/);
    const api = await (await fetch(`${url}/openapi.json`)).json();
    expect(Object.keys(api.paths)).toContain("/articles/{id}");
  });

  test("goes on after clients that leave in the middle of their body or of their answer", async () => {
    const { port, url } = await serveGalley();
    const line = `${JSON.stringify({ html: PAGE })}\n`;
    for (const left of [
      `content-type: text/html\r\ncontent-length: 9000\r\n\r\n<p>`,
      `content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n${line.length.toString(16)}\r\n${line}\r\n`,
    ]) {
      const path = left.includes("ndjson") ? "/batch" : "/extract";
      for (let at = 0; at < 20; at++) {
        const socket = connect(port, "127.0.0.1", () =>
          socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${left}`, () =>
            setTimeout(() => socket.destroy(), 20),
          ),
        );
        await new Promise((done) => socket.on("close", done));
      }
    }
    const client = new GalleyClient({ url });
    await expect.poll(async () => (await client.health()).open, { timeout: 10_000 }).toBe(0);
    expect(await allOf(client.batch([{ id: "a", html: PAGE }]))).toMatchObject([{ id: "a" }]);
  });
});
