import { describe, expect, onTestFinished, test } from "vitest";
import { extract } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "../app.testing.ts";

const NOW = Date.parse("2026-11-17T12:00:00Z");

async function libraryOf(titles: readonly string[]): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  const run = await store.startRun({}, NOW);
  for (const [at, title] of titles.entries()) {
    const url = `https://news.example/story-${at}`;
    await store.addFindings([{ url, source: "https://news.example/feed", title, topic: null }], {
      nowMs: NOW,
    });
    await store.lease({ nowMs: NOW, leaseMs: 1000, limit: 10 });
    const article = extract(
      `<title>${title}</title><h1>${title}</h1><p>${title} was seen at the harbour today, as it is every year in autumn.</p>`,
      { url },
    );
    await store.finish({
      url,
      nowMs: NOW,
      run,
      result: { kind: "obtained", article, identity: url, titleFacts: [] },
    });
  }
  return store;
}

async function get(url: string, store: Store) {
  const app = testApp({ openStore: async () => store });
  const answer = await app.inject({ url, headers: { host: HOST } });
  return { status: answer.statusCode, body: answer.json() };
}

describe("the library", () => {
  test("lists articles a page at a time", async () => {
    const store = await libraryOf(["Tide", "Ebb", "Flood"]);
    const first = await get("/articles?limit=2", store);
    expect(first.body.articles).toMatchObject([
      { title: "Tide", site: "news.example", versions: 1 },
      { title: "Ebb" },
    ]);
    const rest = await get(`/articles?limit=2&after=${first.body.next}`, store);
    expect(rest.body).toMatchObject({ articles: [{ title: "Flood" }], next: null });
  });

  test("gives an article with its titles and versions, and one of its versions", async () => {
    const store = await libraryOf(["Tide"]);
    const { body } = await get("/articles/1", store);
    expect(body).toMatchObject({
      id: 1,
      article: { title: "Tide" },
      versions: [{ number: 1, reason: "first" }],
      firstSeen: "2026-11-17T12:00:00.000Z",
    });
    expect((await get("/articles/1?version=1", store)).body.article).toEqual(body.article);
    expect((await get("/articles/1?version=2", store)).status).toBe(404);
    expect((await get("/articles/9", store)).body.error.code).toBe("NOT_FOUND");
  });

  test.each(["0", "-1", "1.5", "one", "1e999", "9007199254740993", "%00", "../1"])(
    "has no article %s",
    async (id) => {
      const { status } = await get(`/articles/${id}`, await libraryOf([]));
      expect([400, 404]).toContain(status);
    },
  );

  test("finds articles, and answers syntax of any other engine with a code or with nothing", async () => {
    const store = await libraryOf(["Tide", "Ebb"]);
    const { body } = await get("/search?q=tide", store);
    expect(body.hits).toMatchObject([{ title: "Tide" }]);
    const [from, to] = body.hits[0].marks;
    expect(body.hits[0].snippet.slice(from, to)).toBe("Tide");
    for (const query of [
      '"',
      "NEAR(a b)",
      "title:tide",
      "a*b",
      "^tide",
      "(",
      ") OR (",
      "AND",
      "'; DROP TABLE articles; --",
      "{a}:b",
      "\u0000",
      "\ud800",
      "<script>alert(1)</script>",
      "-",
      "a".repeat(2000),
    ]) {
      const answer = await get(`/search?q=${encodeURIComponent(query.toWellFormed())}`, store);
      expect([200, 400], query).toContain(answer.status);
      if (answer.status === 400) expect(["BAD_QUERY", "BAD_REQUEST"]).toContain(answer.body.error.code);
    }
    expect((await get("/articles", store)).body.articles).toHaveLength(2);
    expect((await get("/search?q=tide&since=yesterday", store)).status).toBe(400);
    expect((await get("/search?q=tide&since=2027-01-01", store)).body.hits).toEqual([]);
  });

  test("gives hostile titles as data that no browser runs", async () => {
    const title = "<img src=x onerror=alert(1)>&quot;Tide";
    const store = await libraryOf([title.replaceAll("<", "&lt;")]);
    const app = testApp({ openStore: async () => store });
    const answer = await app.inject({ url: "/articles/1", headers: { host: HOST } });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.json().article.title).toContain("<img");
    expect(answer.json().article.html).not.toMatch(/<img/);
  });

  test("adds a source that the guard lets through, as JSON only", async () => {
    const store = await libraryOf([]);
    const app = testApp({ openStore: async () => store });
    const headers = { host: HOST };
    const payload = { url: "https://news.example/", topic: "harbour" };
    const added = await app.inject({ method: "POST", url: "/sources", headers, payload });
    expect(added.statusCode).toBe(201);
    expect((await get("/sources", store)).body.sources).toMatchObject([{ ...payload, status: "new" }]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const form = await app.inject({
        method: "POST",
        url: "/sources",
        headers: { ...headers, "content-type": type },
        payload: JSON.stringify(payload),
      });
      expect(form.statusCode, type).toBe(415);
    }
    const foreign = await app.inject({
      method: "POST",
      url: "/sources",
      headers: { ...headers, origin: "https://evil.example" },
      payload,
    });
    expect(foreign.statusCode).toBe(403);
  });

  test("adds a source with a long address, and leaves what is known of one", async () => {
    const store = await libraryOf([]);
    const app = testApp({ openStore: async () => store });
    const add = (payload: object) =>
      app.inject({ method: "POST", url: "/sources", headers: { host: HOST }, payload });
    expect((await add({ url: `https://news.example/${"a".repeat(3000)}` })).statusCode).toBe(201);
    const url = "https://port.example/feed";
    const feed = { id: url, kind: "feed", url, title: "Port", topic: "ports", concept: "Ships" } as const;
    await store.putSource(feed, NOW);
    expect((await add({ url, title: "The port" })).json()).toMatchObject({
      kind: "feed",
      topic: "ports",
      title: "The port",
    });
    expect((await store.listSources([url]))[0]).toMatchObject({
      kind: "feed",
      topic: "ports",
      concept: "Ships",
    });
    expect((await add({ url, topic: "sea" })).json()).toMatchObject({ title: "The port", topic: "sea" });
  });

  test("starts one run of the collector at a time, and tells how it ended", async () => {
    const store = await libraryOf([]);
    let isRunning = false;
    const idle = { isRunning: false, startedMs: null, endedMs: null, summary: null, failure: null };
    const sites = {
      ...CLOSED_PARTS.sites,
      state: { ...idle, startedMs: NOW, endedMs: NOW, failure: { code: "STORE_LOCKED", message: "Busy." } },
      startCollecting: () => {
        if (isRunning) throw new NewsError("COLLECT_RUNNING", "A run is going on.");
        isRunning = true;
        return { ...idle, isRunning, startedMs: NOW };
      },
    };
    const app = testApp({ openStore: async () => store, sites });
    const ask = () => app.inject({ method: "POST", url: "/collect", headers: { host: HOST }, payload: {} });
    expect((await ask()).json()).toMatchObject({ isRunning: true, started: "2026-11-17T12:00:00.000Z" });
    expect((await ask()).statusCode).toBe(409);
    const state = await app.inject({ url: "/collect", headers: { host: HOST } });
    expect(state.json()).toMatchObject({ isRunning: false, failure: { code: "STORE_LOCKED" } });
  });

  test("names the sources that a run could not read, beside what became of the pages of others", async () => {
    const store = await libraryOf([]);
    const outcomes = { stored: 2, changed: 0, seen: 0, refused: 0, "not-obtained": 0, failed: 0 };
    const counted = {
      announced: 0,
      fresh: 0,
      isUnchanged: false,
      warnings: [],
      outcomes,
      reasons: new Map(),
    };
    const refused = { code: "ADDRESS_REFUSED", message: "It is private." } as const;
    const sources = [undefined, refused].map((failure, at) => {
      return { id: `https://${at}.example/`, kind: "feed", ...counted, failure } as const;
    });
    const summary = { run: 1, sources, outcomes, reasons: new Map(), profiles: [], removed: 0 };
    const state = { isRunning: false, startedMs: NOW, endedMs: NOW, summary, failure: null };
    const app = testApp({ openStore: async () => store, sites: { ...CLOSED_PARTS.sites, state } });
    const answer = (await app.inject({ url: "/collect", headers: { host: HOST } })).json();
    expect(answer).toMatchObject({ outcomes: { stored: 2 }, failure: { code: "SOURCES_FAILED" } });
    expect(answer.failure.message).toContain("Of 2 sources 1 could not be read: https://1.example/");
  });

  test("gives what was mined of a site", async () => {
    const store = await libraryOf([]);
    await store.putSiteRecord({
      site: "news.example",
      kind: "taxonomy",
      atMs: NOW,
      value: { label: "News" },
    });
    expect((await get("/sites/www.news.example", store)).body).toMatchObject({
      site: "news.example",
      taxonomy: { label: "News" },
      profile: null,
    });
    expect((await get("/sites/other.example", store)).status).toBe(404);
  });

  test.each([
    ["STORE_UNAVAILABLE", 503],
    ["STORE_LOCKED", 503],
    ["WRITE_FAILED", 507],
  ] as const)("answers %s with %i, and works again once it is back", async (code, status) => {
    const store = await libraryOf(["Tide"]);
    let isAway = true;
    const app = testApp({
      openStore: async () => {
        if (isAway) throw new NewsError(code, "It went away.");
        return store;
      },
    });
    const ask = () => app.inject({ url: "/articles", headers: { host: HOST } });
    expect((await ask()).statusCode).toBe(status);
    isAway = false;
    expect((await ask()).statusCode).toBe(200);
  });
});
