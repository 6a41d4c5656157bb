import { expect, onTestFinished, test } from "vitest";
import { NewsWeb } from "./index.ts";

async function open(url: string, headers: Record<string, string> = {}) {
  const { hostname, port, pathname, search } = new URL(url);
  // The names end in .localhost, which not every system looks up.
  const { request } = await import("node:http");
  return new Promise<{ status: number; body: string; etag: string; location: string }>((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path: pathname + search,
        headers: { host: `${hostname}:${port}`, ...headers },
      },
      async (answer) => {
        let body = "";
        for await (const chunk of answer) body += chunk;
        resolve({
          status: answer.statusCode!,
          body,
          etag: answer.headers.etag ?? "",
          location: answer.headers.location ?? "",
        });
      },
    );
    asked.on("error", reject).end();
  });
}

async function start(): Promise<NewsWeb> {
  const web = await NewsWeb.start({
    sites: 2,
    storiesADay: 12,
    days: 3,
    seed: 4,
    redesignDay: 1,
    isRough: false,
  });
  onTestFinished(() => web.close());
  return web;
}

test("tomorrow's stories are not there yet", async () => {
  const web = await start();
  expect(web.stories()).toHaveLength(24);
  web.day = 1;
  expect(web.stories()).toHaveLength(48);
  const { body } = await open(`${web.origins[0]}/feed.xml`);
  expect(body.match(/<item>/g)).toHaveLength(24);
});

test("every second site has another look from the day of the redesign on", async () => {
  const web = await start();
  const pages = async () =>
    Promise.all(
      web
        .stories()
        .filter(({ day }) => day === 0)
        .map(async ({ url }) => (await open(url)).body),
    );
  const before = await pages();
  web.day = 1;
  const after = await pages();
  expect(before.map((page, at) => page === after[at])).toEqual([
    ...Array(12).fill(true),
    ...Array(12).fill(false),
  ]);
});

test("the search lists stories that hold the word, ten a page, and the aggregator redirects to the paper", async () => {
  const web = await start();
  web.day = 2;
  const [story] = web.stories();
  const word = /\p{L}{6,}/u.exec(story!.title)![0];
  const { body } = await open(`${web.origins[0]}/find?q=${word}`);
  expect(body).toContain(new URL(story!.url).pathname);
  const feed = await open(`${web.aggregator}/rss?topic=${word.toLowerCase()}`);
  const link = /<link>([^<]+)<\/link>/.exec(feed.body)![1]!;
  expect((await open(link)).location).toMatch(/^http:\/\/paper-\d\.localhost:/);
});

test("results link to their next page in every look, until there is none", async () => {
  const web = await NewsWeb.start({ sites: 8, storiesADay: 14, days: 1, seed: 4, isRough: false });
  onTestFinished(() => web.close());
  for (const origin of web.origins) {
    expect((await open(`${origin}/find?q=e`)).body, origin).toContain('rel="next"');
    expect((await open(`${origin}/find?q=e&page=2`)).body, origin).not.toContain('rel="next"');
  }
});

test("some stories have one more paragraph on the next day, on the page and in the truth", async () => {
  const web = await NewsWeb.start({ sites: 4, storiesADay: 30, days: 2, seed: 4 });
  onTestFinished(() => web.close());
  web.day = 1;
  const changed = web.stories().filter(({ changedDay }) => changedDay !== undefined);
  expect(changed.length).toBeGreaterThan(2);
  for (const { body, firstBody } of changed)
    expect(body).toBe(`${firstBody}\n\n${body.slice(firstBody.length + 2)}`);
  const { url } = changed.find(({ isGone }) => !isGone)!;
  expect((await open(url)).body + (await open(url)).body).toContain("Correction: an earlier version");
});

test("a page that has not changed is answered with 304", async () => {
  const web = await start();
  const { etag } = await open(`${web.origins[0]}/feed.xml`);
  expect((await open(`${web.origins[0]}/feed.xml`, { "if-none-match": etag })).status).toBe(304);
});

test("the pictures of a story are there", async () => {
  const web = await start();
  const pages = await Promise.all(web.stories().map(({ url }) => open(url)));
  const pictures = new Set(pages.flatMap(({ body }) => body.match(/\/media\/\d+\.png/g) ?? []));
  expect(pictures.size).toBeGreaterThan(0);
  for (const path of pictures) {
    const { status, body } = await open(`${web.origins[0]}${path}`);
    expect({ status, format: body.slice(1, 4) }).toEqual({ status: 200, format: "PNG" });
  }
});
