import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { obtained, START_MS } from "../../../test/contract/store-samples.ts";
import type { Article } from "../../article/index.ts";
import { openStore, type Store } from "../../store/index.ts";
import { CLOSED_PARTS, HOST, testApp } from "../app.testing.ts";
import type { AppParts } from "../app-parts.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore(":memory:", { mayCreate: true });
});
afterEach(() => store.close());

async function get(url: string, parts: Partial<AppParts> = {}, headers: Record<string, string> = {}) {
  const app = testApp({ openStore: async () => store, ...parts });
  return app.inject({ url, headers: { host: HOST, accept: "text/html", ...headers } });
}

const keep = (name: string, fields: Partial<Article> = {}) =>
  store.finish(obtained(`https://news.example.org/${name}`, { title: `The ${name}`, ...fields }));

describe("the list", () => {
  test("has the newest first, and older ones on further pages", async () => {
    for (let at = 1; at <= 31; at++) await keep(`quay ${at}`);
    const first = (await get("/")).body;
    expect(first.match(/<li dir="auto">\n<h2>/g)).toHaveLength(30);
    expect(first.indexOf("The quay 31")).toBeLessThan(first.indexOf("The quay 30"));
    expect(first).toContain('<a rel="next" href="/?after=2">Older</a>');
    const last = (await get("/?after=2")).body;
    expect(last).toContain("The quay 1<");
    expect(last).toContain('<a href="/">Newest</a>');
  });

  test("shows hits with their words marked, and keeps the query in links", async () => {
    await keep("ferry", { text: "A story of the ferry." });
    await keep("quay", { text: "A story of the quay." });
    const { body } = await get("/?q=ferry");
    expect(body).toContain("A story of the <mark>ferry</mark>.");
    expect(body).toContain('href="/read/1?q=ferry"');
    expect(body).not.toContain("The quay");
  });

  test("shows sources with what is wrong with them", async () => {
    const source = { id: "front", kind: "front", url: "https://news.example.org/", topic: null } as const;
    await store.putSource({ ...source, title: "Harbour <News>", concept: null }, START_MS);
    const failure = { code: "DNS_FAILED", message: "No such name." };
    await store.noteRead("front", { atMs: START_MS, announced: 0, failure });
    expect((await get("/")).body).toMatch(/Harbour &#60;News&#62;<\/a>.*unreadable/);
    expect((await get("/reader/sources")).body).toContain("DNS_FAILED: No such name.");
  });

  test("tells sources of the same title apart by their addresses", async () => {
    const feed = { kind: "feed", topic: null, title: "Harbour News", concept: null } as const;
    for (const url of ["https://news.example/rss.xml", "https://news.example/atom.xml"])
      await store.putSource({ ...feed, id: url, url }, START_MS);
    for (const path of ["/", "/reader/sources"]) {
      const { body } = await get(path);
      expect(body).toContain("Harbour News (news.example/rss.xml)");
      expect(body).toContain("Harbour News (news.example/atom.xml)");
    }
  });

  test("does not wait for the sources of a large library", async () => {
    await keep("quay");
    const slow = { ...store, listSources: () => new Promise<never>(() => undefined) };
    const answer = await get("/", { openStore: async () => slow });
    expect(answer.body).toContain("The quay");
    expect(answer.body).not.toContain("<aside");
  });

  test("tells how to fill an empty library, and that nothing was found", async () => {
    expect((await get("/")).body).toContain("galley collect");
    expect((await get("/?q=quay")).body).toContain("Nothing was found");
  });

  test.each([
    '" OR 1=1 --',
    "NEAR(a b)",
    "title:x^2 {a}",
    "*",
    "-",
    "NOT",
    "((((",
    "source:",
    "a\u0000b",
    "\ud800",
    "<script>alert(1)</script>",
    "x".repeat(1000),
  ])("is found or refused, and never fails, for %j", async (query) => {
    await keep("quay");
    const answer = await get(`/?q=${encodeURIComponent(query.toWellFormed())}`);
    expect([200, 400]).toContain(answer.statusCode);
    expect(answer.body.match(/<script/g)).toHaveLength(1);
    const article = await get(`/read/1?q=${encodeURIComponent(query.toWellFormed())}`);
    expect([200, 400]).toContain(article.statusCode);
  });

  test("answers a query that cannot be read with a page that still has it", async () => {
    const answer = await get("/?q=%22quay%3Cscript%3E");
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('value="&#34;quay&#60;script&#62;"');
    expect(answer.body).toContain("BAD_QUERY");
    expect(answer.body).toContain('<a href="/reader/help">What the search takes</a>');
  });

  test("says in which order articles come", async () => {
    await keep("quay");
    expect((await get("/")).body).toContain("Last stored first");
  });

  test.each(["/read/999", "/nowhere", "/extract"])("answers %s with a page for readers", async (path) => {
    const answer = await get(path);
    expect([404, 405]).toContain(answer.statusCode);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["content-security-policy"]).toContain("style-src 'self'");
    expect(answer.body).toContain("<h1>This did not work</h1>");
    expect(answer.body).not.toContain("/docs for the routes");
  });
});

describe("an article", () => {
  test("is sanitised again when it is shown, and so is its title", async () => {
    await keep("quay", {
      title: "<script>alert(1)</script>",
      html: '<p onclick="alert(1)">Safe<script>alert(2)</script><img src="javascript:alert(3)"></p>',
    });
    const { body, headers } = await get("/read/1");
    expect(body).toContain("Safe");
    expect(body).not.toMatch(/<script>|onclick|javascript:/);
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*script-src 'self'/);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect((await get("/")).body.match(/<script/g)).toHaveLength(1);
  });

  test("leads to the next and the previous, in its list", async () => {
    for (const name of ["ferry a", "quay", "ferry b"]) await keep(name, { text: `A story of the ${name}.` });
    const all = (await get("/read/2")).body;
    expect(all).toContain('data-key="k" href="/read/3"');
    expect(all).toContain('data-key="j" href="/read/1"');
    const hits = (await get("/read/3?q=ferry")).body;
    expect(hits).toContain('data-key="j" href="/read/1?q=ferry"');
    expect(hits).not.toContain('data-key="k"');
    expect((await get("/read/1?q=ferry")).body).toContain('data-key="k" href="/read/3?q=ferry"');
  });

  test("has its direction and language", async () => {
    await keep("quay", { direction: "rtl", language: "ar" });
    expect((await get("/read/1")).body).toContain('<article lang="ar" dir="rtl">');
  });

  test("shows earlier versions and what changed between two", async () => {
    await keep("quay", { text: "Four ships came." });
    const stored = (await store.getArticle(1))!;
    await store.reextracted(
      1,
      { ...stored.article, text: "Five ships came.", html: "<p>Five ships came.</p>" },
      START_MS,
    );
    const newest = (await get("/read/1")).body;
    expect(newest).toContain("<p>Five ships came.</p>");
    expect(newest).toContain("/read/1?version=2&#38;against=1");
    expect(newest).toMatch(/Version 2<\/a>, <time [^>]+>\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>/);
    expect((await get("/read/1?version=1")).body).toContain("<p>Four ships came.</p>");
    expect((await get("/read/1?version=2&against=1")).body).toContain(
      "<del>Four</del><ins>Five</ins> ships came.",
    );
    expect((await get("/read/1?version=9")).statusCode).toBe(404);
  });

  test("that is not there is a page that says so", async () => {
    const answer = await get("/read/7");
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.body).toContain("The library has no article 7.");
    expect((await get("/read/x")).statusCode).toBe(400);
  });
});

describe("the original looks", () => {
  const rawPage = {
    url: "https://news.example.org/quay",
    bytes: new TextEncoder().encode("<p>Raw"),
    charset: null,
  };

  test("are a sandboxed frame of a document that runs and loads nothing", async () => {
    await store.finish(obtained(rawPage.url, {}, { rawPages: [rawPage] }));
    const page = (await get("/read/1?look=original")).body;
    expect(page).toContain('sandbox title="The article as on its page" src="/read/1/original"');
    const framed = await get("/read/1/original", {
      sites: {
        ...CLOSED_PARTS.sites,
        renderOriginal: async ({ bytes }) => `<!doctype html>${new TextDecoder().decode(bytes)}`,
      },
    });
    expect(framed.body).toBe("<!doctype html><p>Raw");
    const policy = String(framed.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'self'; sandbox$/);
    expect(policy).not.toContain("script");
    expect(framed.headers["x-frame-options"]).toBe("SAMEORIGIN");
  });

  test("are rendered once, but for those that would fill the memory", async () => {
    await store.finish(obtained(rawPage.url, {}, { rawPages: [rawPage] }));
    for (const [length, times] of [
      [1000, 1],
      [5_000_000, 2],
    ] as const) {
      let rendered = 0;
      const renderOriginal = async () => {
        rendered++;
        return "x".repeat(length);
      };
      const app = testApp({ openStore: async () => store, sites: { ...CLOSED_PARTS.sites, renderOriginal } });
      for (let at = 0; at < 2; at++)
        expect((await app.inject({ url: "/read/1/original", headers: { host: HOST } })).body).toHaveLength(
          length,
        );
      expect(rendered).toBe(times);
    }
  });

  test("say in their frame why they cannot be shown", async () => {
    await store.finish(obtained(rawPage.url, {}, { rawPages: [rawPage] }));
    const answer = await get("/read/1/original");
    expect([answer.statusCode, answer.headers["x-frame-options"]]).toEqual([503, "SAMEORIGIN"]);
    expect(answer.body).toContain("There is no browser.");
  });

  test("are not offered where no page was kept", async () => {
    await keep("quay");
    expect((await get("/read/1?look=original")).body).not.toMatch(/<iframe|href="[^"]*look=original/);
    expect((await get("/read/1/original")).statusCode).toBe(404);
  });
});

describe("the look", () => {
  test("is kept in a cookie and comes back to the page", async () => {
    const answer = await get("/reader/look?theme=dark&size=huge&back=%2Fread%2F1%3Fq%3Dquay");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/read/1?q=quay"]);
    expect(answer.headers["set-cookie"]).toMatch(/^galley-look=dark\.huge; .*SameSite=Lax; HttpOnly$/);
    const { body } = await get("/", {}, { cookie: "a=b; galley-look=dark.huge" });
    expect(body).toContain('data-theme="dark" data-size="huge"');
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/read/..//evil.example",
    "javascript:alert(1)",
  ])("never leads to %s", async (back) => {
    const { headers } = await get(`/reader/look?back=${encodeURIComponent(back)}`);
    expect(new URL(String(headers.location), "http://reader.example").host).toBe("reader.example");
  });

  test("that is unknown is the usual one", async () => {
    const { body } = await get("/", {}, { cookie: 'galley-look="><script>.huge' });
    expect(body).toContain('data-theme="auto" data-size="medium"');
  });
});

test("a browser is asked for a key, which is the password", async () => {
  const keys = {
    find: (key: string) =>
      key === "k3y" ? { name: "me", scopes: ["read"], ratePerMinute: null } : undefined,
  };
  const security = { allowedHosts: new Set(["127.0.0.1"]), keys: keys as never };
  const refused = await get("/", { security });
  expect([refused.statusCode, refused.headers["www-authenticate"]]).toEqual([
    401,
    expect.stringContaining("Basic"),
  ]);
  const authorization = `Basic ${Buffer.from("me:k3y").toString("base64")}`;
  expect((await get("/", { security }, { authorization })).statusCode).toBe(200);
});
