import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { samplesModule } from "../../../scripts/write-samples.ts";
import { makeArticlePage } from "../../../test/newsroom/index.ts";
import { readLabels } from "../../sets/index.ts";
import { HOST, testApp } from "../app.testing.ts";
import type { Agreement, PageList, PageView, SavedLabels, SetSummary } from "./contract.ts";
import { makeFolder, type TestStudio, testStudio } from "./studio.testing.ts";
import { StudioThreads } from "./studio-threads.ts";

const LONG = 60_000;

/** Loading the models takes longer than the tests. */
const threads = new StudioThreads({});
afterAll(() => threads.close());

/** A set of made-up pages of one site in a folder that the studio may open. */
function makeSet(count: number): { readonly top: string; readonly folder: string } {
  const top = makeFolder("sets");
  const folder = join(top, "harbour");
  mkdirSync(folder);
  const lines = Array.from({ length: count }, (_, at) => {
    const { html, url } = makeArticlePage({
      look: "wordpress-2014",
      language: "en",
      seed: at + 1,
      hardCases: [],
    });
    writeFileSync(join(folder, `${at}.html`), html);
    return JSON.stringify({ id: `page ${at}`, url, htmlPath: `${at}.html` });
  });
  writeFileSync(join(folder, "index.jsonl"), `${lines.join("\n")}\n`);
  return { top, folder };
}

async function openSamples({ ask }: TestStudio): Promise<{ readonly set: string; readonly page: string }> {
  const { json } = await ask<SetSummary>("POST", "/sets", { kind: "samples" });
  return { set: json.id, page: "bem-2016" };
}

describe("the routes of the studio", () => {
  test("gives the shell for every screen, of pages with an ending too, and no file that is not there", async () => {
    const { app } = await testStudio({ threads });
    const statusOf = async (url: string) => (await app.inject({ url, headers: { host: HOST } })).statusCode;
    expect(await statusOf("/studio/label/set/page.html")).toBe(200);
    expect(await statusOf("/studio/sites/news.example")).toBe(200);
    expect(await statusOf("/studio/missing.js")).toBe(404);
  });

  test("without a cookie shows the shell, how to get in, and nothing else", async () => {
    const { app } = await testStudio({ threads });
    const shell = await app.inject({ url: "/studio", headers: { host: HOST } });
    expect(shell.statusCode).toBe(200);
    expect(shell.body).toContain("galley serve");
    const policy = String(shell.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    for (const path of ["/studio/api/session", "/studio/api/sets", "/studio/api/jobs", "/studio/frame/a/b"]) {
      const answer = await app.inject({ url: path, headers: { host: HOST } });
      expect([path, answer.statusCode]).toEqual([path, 401]);
      expect(answer.json().error.code).toBe("STUDIO_LOCKED");
    }
  });

  test("a token works once, and the session outlives the server", async () => {
    const { app, studio, home } = await testStudio({ threads });
    const trade = (token: string) =>
      app.inject({
        method: "POST",
        url: "/studio/api/session",
        headers: { host: HOST, "content-type": "application/json" },
        payload: { token },
      });
    const { token } = studio.sessions;
    const traded = await trade(token);
    const cookie = String(traded.headers["set-cookie"]);
    expect(cookie).toMatch(/; Path=\/studio; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect((await trade(token)).statusCode).toBe(401);
    expect((await trade("")).statusCode).toBe(401);
    expect(readFileSync(join(home, "sessions.json"), "utf8")).not.toContain(cookie.split(/[=;]/)[1]);
    const next = await testStudio({ threads, home });
    const headers = { host: HOST, cookie: cookie.split(";")[0]! };
    expect((await next.app.inject({ url: "/studio/api/session", headers })).statusCode).toBe(200);
  });

  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["text", { "content-type": "text/plain" }, 415],
    ["another origin", { "content-type": "application/json", origin: "http://evil.example" }, 403],
    ["another port", { "content-type": "application/json", origin: "http://127.0.0.1:1" }, 403],
    ["another site", { "content-type": "application/json", "sec-fetch-site": "cross-site" }, 403],
    ["a rebound name", { "content-type": "application/json", host: "rebound.example:7420" }, 403],
  ])("takes nothing from %s", async (_, headers, status) => {
    const { app, studio } = await testStudio({ threads });
    const answer = await app.inject({
      method: "POST",
      url: "/studio/api/session",
      headers: { host: HOST, ...headers },
      payload: JSON.stringify({ token: studio.sessions.token }),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("is closed to origins that may use the rest of the server", async () => {
    const origin = "https://app.example";
    const security = { allowedHosts: new Set(["127.0.0.1"]), allowedOrigins: new Set([origin]) };
    const { app } = await testStudio({ threads }, { security });
    const answer = await app.inject({ url: "/studio/api/session", headers: { host: HOST, origin } });
    expect(answer.statusCode).toBe(403);
  });

  test("a server without a studio has none", async () => {
    const answer = await testApp().inject({ url: "/studio", headers: { host: HOST } });
    expect(answer.statusCode).toBe(404);
  });
});

describe("sets of the studio", () => {
  test("the samples are what the newsroom writes", () => {
    expect(readFileSync(new URL("./samples.data.ts", import.meta.url), "utf8")).toBe(samplesModule());
  });

  test("open only below folders that were given, whatever a path or a link says", {
    timeout: LONG,
  }, async () => {
    const { top, folder } = makeSet(1);
    const outside = makeFolder("outside");
    cpSync(folder, join(outside, "set"), { recursive: true });
    symlinkSync(join(outside, "set"), join(top, "linked"));
    const { ask } = await testStudio({ threads, folders: [top] });
    for (const path of [join(outside, "set"), "../", "linked", "/etc", "harbour/../../x", "\u0000"]) {
      const { status, code } = await ask("POST", "/sets", { kind: "folder", path });
      expect([path, status, code]).toEqual([path, 403, "FOLDER_REFUSED"]);
    }
    for (const path of ["harbour", folder, "./harbour/../harbour"]) {
      expect((await ask("POST", "/sets", { kind: "folder", path })).status).toBe(200);
    }
    expect((await ask("POST", "/sets", { kind: "folder", path: "nowhere" })).code).toBe("FILE_NOT_FOUND");
    mkdirSync(join(top, "lent"));
    symlinkSync(join(outside, "set/index.jsonl"), join(top, "lent/index.jsonl"));
    expect((await ask("POST", "/sets", { kind: "folder", path: "lent" })).code).toBe("PATH_OUTSIDE");
    writeFileSync(join(top, "page.html"), "<p>Text");
    expect((await ask("POST", "/sets", { kind: "folder", path: "page.html" })).code).toBe("FILE_NOT_FOUND");
  });

  test("tell damaged lines with their number, and the rest works", { timeout: LONG }, async () => {
    const { top, folder } = makeSet(2);
    appendFileSync(
      join(folder, "index.jsonl"),
      `{"id": "broken"\n{"id": "page 1", "html": "<p>x"}\n{"id":"last","html":"<p>y"}\n`,
    );
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "harbour" });
    expect(json.pages).toBe(3);
    expect(json.damaged).toEqual([
      { file: "index.jsonl", line: 3, message: "it is not JSON." },
      { file: "index.jsonl", line: 4, message: 'there is another page called "page 1"' },
    ]);
    const { json: view } = await ask<PageView>("GET", `/sets/${json.id}/pages/last?by=ann`);
    expect(view.tree).toContainEqual([4, 2, "p", ""]);
  });

  test("a folder of pages becomes a set with its first label", { timeout: LONG }, async () => {
    const { top, folder } = makeSet(2);
    mkdirSync(join(top, "plain/inner"), { recursive: true });
    cpSync(join(folder, "0.html"), join(top, "plain/inner/a.html"));
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "plain" });
    expect(existsSync(join(top, "plain/index.jsonl"))).toBe(false);
    const at = `/sets/${set.id}/pages/${encodeURIComponent("inner/a.html")}`;
    const { json: view } = await ask<PageView>("GET", `${at}?by=ann`);
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: view.guess, revision: null };
    expect((await ask("PUT", `${at}/labels`, save)).status).toBe(200);
    const { value: label } = await readLabels(join(top, "plain")).next();
    expect(label?.truth.body?.length).toBeGreaterThan(100);
  });

  test("dropped files and addresses become sets; an address again replaces its page", {
    timeout: LONG,
  }, async () => {
    let html = makeArticlePage({ look: "bem-2016", language: "en", seed: 1, hardCases: [] }).html;
    const url = "https://news.example/story";
    const fetchPage = async () => ({
      url,
      requestedUrl: url,
      redirects: [],
      status: 200,
      contentType: "text/html",
      charset: "utf-8",
      bytes: new TextEncoder().encode(html),
      fetchedAt: "",
      validators: {},
    });
    const studio = await testStudio({ threads, fetchPage });
    const { ask } = studio;
    const files = [
      { name: "a.html", html: "<p>One" },
      { name: "b.html", html: "<p>Two" },
    ];
    expect((await ask<SetSummary>("POST", "/sets", { kind: "files", name: "Mine", files })).json.pages).toBe(
      2,
    );
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "address", url });
    expect(set).toMatchObject({ name: "news.example", pages: 1 });
    const at = `/sets/${set.id}/pages/${encodeURIComponent(url)}`;
    const { json: view } = await ask<PageView>("GET", `${at}?by=ann`);
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: view.guess, revision: null };
    expect((await ask("PUT", `${at}/labels`, save)).status).toBe(200);
    html = html.replace("<body", "<body><nav>A new menu</nav").replace("</nav ", "</nav><div ");
    await ask("POST", "/sets", { kind: "address", url });
    const { json: now } = await ask<PageView>("GET", `${at}?by=ann`);
    expect(now.pageHash).not.toBe(view.pageHash);
    expect(now.labels).toMatchObject({ state: "done", stale: { lost: [] } });
    const old = await ask("PUT", `${at}/labels`, {
      ...save,
      revision: now.labels?.revision,
    });
    expect([old.status, old.code]).toEqual([409, "PAGE_CHANGED"]);
  });

  test("list pages, hardest first, with who is done", { timeout: LONG }, async () => {
    const { top } = makeSet(4);
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "harbour" });
    const at = `/sets/${set.id}/pages`;
    const list = await vi.waitUntil(
      async () => {
        const answer = await ask<PageList>("GET", `${at}?by=ann`);
        return answer.json.pages.every(({ confidence }) => confidence !== null) && answer;
      },
      { timeout: LONG, interval: 50 },
    );
    const rows = list.json.pages;
    const worth = rows.map(({ confidence, disagreement }) => 1 - confidence! + disagreement!);
    expect(worth).toEqual(worth.toSorted((a, b) => b - a));
    const first = rows[0]!.id;
    const { json: view } = await ask<PageView>("GET", `${at}/${encodeURIComponent(first)}?by=ann`);
    expect(view.next).toEqual([rows[1]!.id, rows[2]!.id]);
    const save = {
      by: "ann",
      pageHash: view.pageHash,
      state: "skipped",
      reason: "a list",
      labels: [],
      revision: null,
    };
    await ask("PUT", `${at}/${encodeURIComponent(first)}/labels`, save);
    expect((await ask<PageList>("GET", `${at}?by=ann&show=open`)).json.total).toBe(3);
    expect((await ask<PageList>("GET", `${at}?by=ann&show=skipped`)).json.total).toBe(1);
    expect((await ask<PageList>("GET", `${at}?by=bob&show=open`)).json.total).toBe(4);
    expect((await ask("GET", "/sets")).json).toMatchObject([
      { progress: [{ by: "ann", done: 0, skipped: 1 }] },
    ]);
  });
});

describe("labels of the studio", () => {
  test("two tabs never overwrite each other; two people have files of their own and agree or not", {
    timeout: LONG,
  }, async () => {
    const studio = await testStudio({ threads });
    const { ask, home } = studio;
    const { set, page } = await openSamples(studio);
    const at = `/sets/${set}/pages/${page}`;
    const { json: view } = await ask<PageView>("GET", `${at}?by=ann`);
    const guess = view.guess;
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: guess, revision: null };
    const { json: saved } = await ask<SavedLabels>("PUT", `${at}/labels`, save);
    const second = await ask("PUT", `${at}/labels`, { ...save, labels: [] });
    expect([second.status, second.code]).toEqual([409, "LABELS_CHANGED"]);
    expect((await ask("PUT", `${at}/labels`, { ...save, revision: saved.revision })).status).toBe(200);
    const others = guess.filter(({ role }) => role !== "byline");
    await ask("PUT", `${at}/labels`, { ...save, by: "bob", labels: others });
    expect((await ask("GET", `${at}?by=bob`)).json).toMatchObject({
      labels: { by: "bob" },
      others: [{ by: "ann" }],
    });
    const { json: agreement } = await ask<Agreement>("GET", `/sets/${set}/agreement?a=ann&b=bob`);
    expect(agreement).toMatchObject({ pages: 1, conflicts: [{ page, roles: ["byline"] }] });
    expect((await ask<PageList>("GET", `/sets/${set}/pages?by=ann&show=conflict`)).json.total).toBe(1);
    await ask("PUT", `${at}/labels`, { ...save, by: "settled" });
    expect((await ask<PageList>("GET", `/sets/${set}/pages?by=ann&show=conflict`)).json.total).toBe(0);
    expect(existsSync(join(home, "sets/samples/labels/bob.jsonl"))).toBe(true);
  });

  test("of a read-only folder are refused with a sentence", { timeout: LONG }, async () => {
    const { top, folder } = makeSet(1);
    chmodSync(folder, 0o555);
    const { ask } = await testStudio({ threads, folders: [top] });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "harbour" });
    expect(set.readOnly).toMatch(/cannot be written/);
    const at = `/sets/${set.id}/pages/${encodeURIComponent("page 0")}`;
    const { json: view } = await ask<PageView>("GET", `${at}?by=ann`);
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: view.guess, revision: null };
    const { status, code } = await ask("PUT", `${at}/labels`, save);
    expect([status, code]).toEqual([403, "FOLDER_READ_ONLY"]);
    chmodSync(folder, 0o755);
  });

  test("are nodes of the page, by people with names", { timeout: LONG }, async () => {
    const studio = await testStudio({ threads });
    const { set, page } = await openSamples(studio);
    const at = `/sets/${set}/pages/${page}/labels`;
    const { json: view } = await studio.ask<PageView>("GET", `/sets/${set}/pages/${page}?by=ann`);
    const save = { by: "ann", pageHash: view.pageHash, state: "done", labels: [], revision: null };
    const bad = [
      { ...save, labels: [{ node: 999_999, role: "body" }] },
      { ...save, labels: [{ node: 5, role: "title" }] },
      { ...save, labels: [{ node: 0, role: "body" }] },
      { ...save, by: "../../x" },
      { ...save, state: "perhaps" },
    ];
    for (const body of bad) expect((await studio.ask("PUT", at, body)).status).toBe(400);
    expect((await studio.ask("GET", `/sets/${set}/pages/nowhere?by=ann`)).status).toBe(404);
    expect((await studio.ask("GET", `/sets/nowhere/pages?by=ann`)).status).toBe(404);
  });

  test("a page that takes too long is a failure of its own, and the next one opens", {
    timeout: LONG,
  }, async () => {
    const { top, folder } = makeSet(1);
    const slow = `<p>${"<a>".repeat(400_000)}`;
    appendFileSync(join(folder, "index.jsonl"), `${JSON.stringify({ id: "slow", html: slow })}\n`);
    const { ask } = await testStudio({ folders: [top], pageTimeoutMs: 1 });
    const { json: set } = await ask<SetSummary>("POST", "/sets", { kind: "folder", path: "harbour" });
    const { status, code } = await ask("GET", `/sets/${set.id}/pages/slow?by=ann`);
    expect([status, code]).toEqual([422, "PAGE_TIMEOUT"]);
    expect((await ask("GET", `/sets/${set.id}`)).status).toBe(200);
  });
});
